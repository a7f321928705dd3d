import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { focusMain } from '../ui/focusMain';

/** Return the path without its language. */
const getPage = (pathname: string): string => pathname.split('/').slice(2).join('/');

const MAIN_ID = 'main-content';

/** Find a link of the page that leads to another one, such as the row of a list. */
const findLinkTo = (page: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(`#${MAIN_ID} a[href]:not([tabindex="-1"], [aria-hidden="true"])`)].find(
    (link) => getPage((link.getAttribute('href') ?? '').replace(/^#|\?.*$/g, '')) === page,
  );

/**
 * Scroll to the top and move the focus to the main content after navigation.
 *
 * Back and Forward keep the scroll position, which the browser restores. The focus moves only if its element was
 * removed or is the main content. It then moves to the link of the page that was left, so that a list continues at the
 * opened row.
 */
export function useScrollToTop(): void {
  const page = getPage(useLocation().pathname);
  const isBack = useNavigationType() === 'POP';
  const before = useRef(page);
  useLayoutEffect(() => {
    if (before.current === page) return;
    before.current = page;
    if (!isBack) window.scrollTo({ top: 0, behavior: 'instant' });
  }, [page, isBack]);

  const previousPage = useRef(page);
  useEffect(() => {
    const previous = previousPage.current;
    if (previous === page) return;
    previousPage.current = page;
    const { activeElement, body } = document;
    if (activeElement !== body && activeElement?.id !== MAIN_ID) return;
    const link = isBack ? findLinkTo(previous) : undefined;
    link?.focus({ preventScroll: true });
    // A hidden link does not take the focus.
    if (!link || document.activeElement !== link) focusMain();
  }, [page, isBack]);
}
