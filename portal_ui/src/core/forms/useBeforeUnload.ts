import { useEffect } from 'react';

/** While something would be lost by it, a reload or the closing of the page asks. */
export function useBeforeUnload(asks: boolean): void {
  useEffect(() => {
    if (!asks) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [asks]);
}
