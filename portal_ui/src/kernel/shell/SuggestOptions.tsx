import { lazy, Suspense, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useMeta } from '../../server/meta';
import { arrivesUndecided, suggestOptions } from '../routing/addresses';

const SuggestDialog = lazy(() => import('./SuggestDialog'));

/** Asks those who may request something what they want: after a login, and while the address ends in #suggest-options. */
export function SuggestOptions() {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const offers = useMeta().pages.some(({ group }) => group === 'new');
  const asks = offers && arrivesUndecided(state);

  useEffect(() => {
    if (asks) navigate({ pathname, search, hash: suggestOptions }, { replace: true });
  }, [asks, navigate, pathname, search]);

  if (hash !== suggestOptions || !offers) return null;
  return (
    <Suspense fallback={null}>
      <SuggestDialog />
    </Suspense>
  );
}
