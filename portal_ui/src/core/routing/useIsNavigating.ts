import { useCallback } from 'react';
import { useLocation } from 'react-router';

/**
 * Whether the address already names another page, whose code may still be loading while this one is drawn. A page that
 * navigates by itself, in an effect or after a pause, asks first: its navigation would undo the user's.
 */
export function useIsNavigating(): () => boolean {
  const { pathname } = useLocation();
  return useCallback(() => {
    // React Router's own location is drawn late, the browser's is there at once.
    const [address] = window.location.hash.slice(1).split(/[?#]/);
    return address !== undefined && address !== '' && address !== pathname;
  }, [pathname]);
}
