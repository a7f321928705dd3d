import { useCallback } from 'react';
import { type NavigateOptions, useNavigate } from 'react-router';
import { useIsNavigating } from './useIsNavigating';

/** Navigate after a response of the server, unless the user has opened another page meanwhile. */
export function useNavigateIfCurrent(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  const isLeaving = useIsNavigating();
  return useCallback(
    (to, options) => {
      if (!isLeaving()) void navigate(to, options);
    },
    [navigate, isLeaving],
  );
}
