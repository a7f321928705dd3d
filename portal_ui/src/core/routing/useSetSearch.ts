import { useCallback } from 'react';
import { useDataRouter } from './useDataRouter';
import { useIsNavigating } from './useIsNavigating';

/** Changes the query of the page's address, as the router has it now, and draws that at once. */
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
