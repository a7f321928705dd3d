import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router';
import { useErrorMessage } from '../../server/errorMessage';
import { expireSession, sessionHasExpired } from '../../server/http';
import { MetaProvider, useDeclared } from '../../server/meta';
import { useSession } from '../../server/useSession';
import { ErrorState } from '../../shared/Empty';
import { useLanguage } from '../../shared/links';
import { PageSkeleton } from '../../shared/Skeletons';
import { LazyBoundary } from '../lazy/lazyPart';
import { preloadable } from '../lazy/preloadable';
import { loginAddress } from '../routing/addresses';
import { Redirect } from '../routing/Redirect';
import { Brand } from './Brand';

/** The layout's code, which the login page does without. */
const Shell = preloadable(() => import('./Shell'));
export const loadShell = Shell.load;

/** Everything but the public pages: nobody gets in without a session, and nothing is shown before the server has said what. */
export function SignedIn({ children }: { children?: ReactNode }) {
  const { session, broken } = useSession();
  const language = useLanguage();
  const from = useLocation();
  const { meta, error, refetch } = useDeclared();
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
      <LazyBoundary fallback={<ShellSkeleton />}>
        <Shell key={session.identification}>{children}</Shell>
      </LazyBoundary>
    </MetaProvider>
  );
}

/** The signed-in layout before the server has said what is in it; or an error in its place. */
function ShellSkeleton({ children }: { children?: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', flex: 1 }}>
      <Box
        sx={(theme) => ({
          display: { xs: 'none', md: 'block' },
          flex: 'none',
          width: theme.portal.navWidth,
          padding: 2.5,
          backgroundColor: theme.vars.palette.background.paper,
          borderInlineEnd: `1px solid ${theme.vars.palette.divider}`,
        })}
      >
        <Brand />
        <Box sx={{ display: 'grid', gap: 2, paddingTop: 3 }}>
          {[120, 104, 112].map((width) => (
            <Skeleton key={width} height={20} width={width} />
          ))}
        </Box>
      </Box>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box
          sx={(theme) => ({
            height: theme.portal.barHeight,
            backgroundColor: theme.vars.palette.background.paper,
            borderBottom: `1px solid ${theme.vars.palette.divider}`,
          })}
        />
        <Box component="main" sx={{ padding: { xs: 1.5, md: 3 }, paddingTop: { xs: 1, md: 1.5 } }}>
          {children || <PageSkeleton />}
        </Box>
      </Box>
    </Box>
  );
}
