import { useEvent } from 'ra-core';
import { useEffect } from 'react';

/**
 * Closes what lies over a page once the browser goes Back or Forward. Links close what they are in themselves, and a
 * page is drawn too late to tell: what was opened meanwhile would close again.
 */
export function useCloseOnBack(close: () => void): void {
  const onPopState = useEvent(close);
  useEffect(() => {
    window.addEventListener('popstate', onPopState);
    return () => window.removeEventListener('popstate', onPopState);
  }, [onPopState]);
}
