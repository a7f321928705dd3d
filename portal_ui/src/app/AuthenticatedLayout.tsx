import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router';
import { expireSession, sessionHasExpired } from '../api/http';
import { MetaProvider, useDeclared } from '../api/meta';
import { useSession } from '../api/useSession';
import { useLanguage } from '../core/i18n/useLanguage';
import { Brand } from '../core/layout/Logo';
import { Redirect } from '../core/routing/Redirect';
import { loginAddress } from '../core/routing/urls';
import { ErrorState } from '../core/ui/EmptyState';
import { useErrorMessage } from '../core/ui/errorMessage';
import { LazyBoundary } from '../core/ui/lazyPart';
import { preloadable } from '../core/ui/lazyWithPreload';
import { PageSkeleton } from '../core/ui/Skeletons';

/** The layout's code, which the login page does without. */
const Shell = preloadable(() => import('./Layout'));
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
