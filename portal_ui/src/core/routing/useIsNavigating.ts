import { useCallback } from 'react';
import { useLocation } from 'react-router';

/**
 * Return a check whether the user has left for another page, which may still load. A page that navigates in an effect
 * or after a delay must call it first, or its navigation would undo the user's.
 */
export function useIsNavigating(): () => boolean {
  const { pathname } = useLocation();
  return useCallback(() => {
    // React Router's location is rendered late, the browser's changes immediately.
    const [address] = window.location.hash.slice(1).split(/[?#]/);
    return address !== undefined && address !== '' && address !== pathname;
  }, [pathname]);
}
