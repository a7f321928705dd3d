import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** The page of an address, whatever its language. */
const pageOf = (pathname: string): string => pathname.split('/').slice(2).join('/');

/** Another page begins at its top. Back and Forward lead to where one was, which the browser knows. */
export function useTopOfPage(): void {
  const page = pageOf(useLocation().pathname);
  const isBack = useNavigationType() === 'POP';
  const before = useRef(page);
  useLayoutEffect(() => {
    if (before.current === page) return;
    before.current = page;
    if (!isBack) window.scrollTo({ top: 0, behavior: 'instant' });
  }, [page, isBack]);
}
