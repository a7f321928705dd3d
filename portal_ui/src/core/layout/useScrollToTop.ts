import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { focusMain } from '../ui/focusMain';

/** The page of an address, whatever its language. */
const getPage = (pathname: string): string => pathname.split('/').slice(2).join('/');

/** Links by which pages were left, by the keys of their history entries. */
const followedLinks = new Map<string, string | null>();

/** The link to a record: the clicked one, or that of the clicked row. */
function findLink({ target }: MouseEvent): Element | null {
  const clicked = target instanceof Element ? target.closest('#main-content :is(a[href], tr)') : null;
  return clicked?.matches('a') ? clicked : (clicked?.querySelector('a[href]') ?? null);
}

/**
 * Scroll to the top and move the focus to the main content after navigation. Back and Forward keep the scroll position,
 * which the browser restores; the focus moves to the link that was followed, unless another element has it.
 */
export function useScrollToTop(): void {
  const { key, pathname } = useLocation();
  const page = getPage(pathname);
  const isBack = useNavigationType() === 'POP';
  const before = useRef(page);
  useLayoutEffect(() => {
    if (before.current === page) return;
    before.current = page;
    if (!isBack) window.scrollTo({ top: 0, behavior: 'instant' });
  }, [page, isBack]);

  const left = useRef(page);
  useEffect(() => {
    if (left.current === page) return;
    left.current = page;
    const { activeElement, body } = document;
    if (activeElement !== body && !(isBack && activeElement?.id === 'main-content')) return;
    const followed = isBack ? followedLinks.get(key) : null;
    const link = [...document.querySelectorAll<HTMLElement>('#main-content a[href]')].find(
      (each) => each.getAttribute('href') === followed,
    );
    if (link) link.focus({ preventScroll: true });
    else focusMain();
  }, [page, key, isBack]);

  useEffect(() => {
    const remember = (event: MouseEvent) => {
      const link = findLink(event);
      if (link) followedLinks.set(key, link.getAttribute('href'));
    };
    // Before the click is handled: what it leads to may draw at once.
    document.addEventListener('click', remember, true);
    return () => document.removeEventListener('click', remember, true);
  }, [key]);
}
