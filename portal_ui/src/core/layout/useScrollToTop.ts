import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { focusMain } from '../ui/focusMain';

/** Return the path without its language. */
const getPage = (pathname: string): string => pathname.split('/').slice(2).join('/');

/**
 * Scroll to the top and move the focus to the main content after navigation. Back and Forward keep the scroll position,
 * which the browser restores; the focus moves only if its element is gone.
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
    if (previousPage.current === page) return;
    previousPage.current = page;
    if (document.activeElement === document.body) focusMain();
  }, [page]);
}
