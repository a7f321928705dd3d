import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { useErrorMessage } from '../../server/errorMessage';
import { expireSession, sessionHasExpired } from '../../server/http';
import { MetaProvider, useMetaQuery } from '../../server/meta';
import { useSession } from '../../server/useSession';
import { ErrorState } from '../../shared/Empty';
import { useLanguage } from '../../shared/links';
import { loginAddress } from '../routing/addresses';
import { Redirect } from '../routing/Redirect';
import { ShellSkeleton } from './ShellSkeleton';

/** The layout's code, which the login page does without. */
export const loadShell = () => import('./Shell');
const Shell = lazy(loadShell);

/** Everything but the public pages: nobody gets in without a session, and nothing is shown before the server has said what. */
export function SignedIn({ children }: { children?: ReactNode }) {
  const { session, broken } = useSession();
  const language = useLanguage();
  const from = useLocation();
  const { data: meta, error, refetch } = useMetaQuery(language);
  const message = useErrorMessage();

  useEffect(() => {
    if (broken) expireSession();
  }, [broken]);

  if (!session) return <Redirect to={loginAddress(language, from, broken || sessionHasExpired())} />;
  if (!meta) {
    return <ShellSkeleton>{error && <ErrorState message={message(error)} onRetry={() => refetch()} />}</ShellSkeleton>;
  }
  return (
    <MetaProvider value={meta}>
      <Suspense fallback={<ShellSkeleton />}>
        <Shell key={session.identification}>{children}</Shell>
      </Suspense>
    </MetaProvider>
  );
}
