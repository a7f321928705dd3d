import { useCallback } from 'react';
import { useDataRouter } from './useDataRouter';
import { useIsNavigating } from './useIsNavigating';

/** Return a function that changes the query string and renders synchronously. */
export function useSetSearch(): (change: (search: string) => string) => void {
  const router = useDataRouter();
  const isLeaving = useIsNavigating();
  return useCallback(
    (change) => {
      if (!router || isLeaving()) return;
      const { search, hash } = router.state.location;
      void router.navigate({ search: change(search), hash }, { flushSync: true });
    },
    [router, isLeaving],
  );
}
