import { useCallback, useContext } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router';
import { useIsNavigating } from './useIsNavigating';

/**
 * Changes the query of the page's address and draws that at once. It starts from the address as it is: the drawn one is
 * late, and useNavigate leaves out flushSync below descendant <Routes>, as react-admin's are.
 */
export function useSetSearch(): (change: (search: string) => string) => void {
  const router = useContext(DataRouterContext)?.router;
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
