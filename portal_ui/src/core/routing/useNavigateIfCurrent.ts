import { useCallback } from 'react';
import { type NavigateOptions, useNavigate } from 'react-router';
import { useIsNavigating } from './useIsNavigating';

/** Return a `navigate` that does nothing once the user has left for another page. */
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
