import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router';
import { hasSessionExpired, markSessionExpired } from '../api/http';
import { MetaProvider, useMetaQueryState } from '../api/meta';
import { NARROW_SIDEBAR_QUERY } from '../api/store';
import { useSession } from '../api/useSession';
import { useLanguage } from '../core/i18n/useLanguage';
import { Logo } from '../core/layout/Logo';
import { pageStyle } from '../core/layout/pageStyle';
import { Redirect } from '../core/routing/Redirect';
import { buildLoginUrl } from '../core/routing/urls';
import { ErrorState } from '../core/ui/EmptyState';
import { lazyPart } from '../core/ui/lazyPart';
import { PageSkeleton } from '../core/ui/Skeletons';

/** Lazy layout, so that the login page does not load its code. */
const Layout = lazyPart(() => import('./Layout'), { fallback: <LayoutSkeleton /> });
export const loadLayout = Layout.load;

/** Route guard: redirect to login without a session, skeleton until meta is loaded. */
export function AuthenticatedLayout({ children }: { children?: ReactNode }) {
  const { session, broken } = useSession();
  const language = useLanguage();
  const from = useLocation();
  const { meta, error, refetch } = useMetaQueryState();

  useEffect(() => {
    if (broken) markSessionExpired();
  }, [broken]);

  if (!session) return <Redirect to={buildLoginUrl(language, from, broken || hasSessionExpired())} />;
  if (!meta) {
    return <LayoutSkeleton>{error && <ErrorState error={error} onRetry={() => refetch()} />}</LayoutSkeleton>;
  }
  return (
    <MetaProvider value={meta}>
      <Layout key={session.identification}>{children}</Layout>
    </MetaProvider>
  );
}

/** Skeleton of the layout while the meta loads, or an error in its content. */
function LayoutSkeleton({ children }: { children?: ReactNode }) {
  return (
    <>
      <Box
        sx={(theme) => ({
          display: 'flex',
          alignItems: 'center',
          height: theme.portal.barHeight,
          paddingInlineStart: 7,
          backgroundColor: theme.vars.palette.background.paper,
          borderBottom: `1px solid ${theme.vars.palette.divider}`,
        })}
      >
        <Logo isInBar />
      </Box>
      <Box sx={{ display: 'flex', flex: 1 }}>
        <Box
          sx={(theme) => ({
            display: { xs: 'none', sm: 'grid' },
            alignContent: 'start',
            gap: 2,
            flex: 'none',
            width: theme.portal.navWidth,
            padding: 2,
            backgroundColor: theme.vars.palette.background.paper,
            borderInlineEnd: `1px solid ${theme.vars.palette.divider}`,
            [`@media ${NARROW_SIDEBAR_QUERY}`]: { width: theme.portal.railWidth },
          })}
        >
          {['70%', '60%', '66%'].map((width) => (
            <Skeleton key={width} height={20} width={width} />
          ))}
        </Box>
        <Box component="main" sx={pageStyle}>
          {children || <PageSkeleton />}
        </Box>
      </Box>
    </>
  );
}
