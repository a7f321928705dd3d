import { useEvent } from 'ra-core';
import { useEffect } from 'react';

/**
 * Close an overlay when the browser goes Back or Forward. Links close their own overlay, and the router's location
 * changes too late: it would close an overlay opened meanwhile.
 */
export function useCloseOnBack(close: () => void): void {
  const onPopState = useEvent(close);
  useEffect(() => {
    window.addEventListener('popstate', onPopState);
    return () => window.removeEventListener('popstate', onPopState);
  }, [onPopState]);
}
