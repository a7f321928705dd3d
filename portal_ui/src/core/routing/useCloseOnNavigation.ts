import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Closes what lies over a page once another page is open, as by the browser's Back. */
export function useCloseOnNavigation(close: () => void): void {
  const { pathname } = useLocation();
  const openedAt = useRef(pathname);
  useEffect(() => {
    if (openedAt.current === pathname) return;
    openedAt.current = pathname;
    close();
  }, [pathname, close]);
}
