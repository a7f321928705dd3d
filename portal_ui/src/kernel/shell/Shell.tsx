import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { CountersProvider, countOf, usePolledCounters } from '../../server/counters';
import { useErrorMessage } from '../../server/errorMessage';
import { fullName, MetaProvider, useMeta, useMetaQuery } from '../../server/meta';
import { ErrorState } from '../../shared/Empty';
import { FeedbackArea } from '../../shared/feedback';
import { useLanguage } from '../../shared/links';
import { PreviewProvider } from '../../shared/preview';
import { PageSkeleton } from '../../shared/Skeletons';
import { ErrorBoundary } from '../ErrorBoundary';
import { FeedbackTab } from '../feedback/FeedbackTab';
import { declaredEntries, type Icons, type NavEntry } from './navigation';
import { ShellSkeleton } from './ShellSkeleton';
import { SideNav } from './SideNav';
import { SkipLink } from './SkipLink';
import { TopBar } from './TopBar';

const FeedbackDialog = lazy(() => import('../feedback/FeedbackDialog'));

export type { Icons, NavEntry } from './navigation';

type Props = {
  nav: readonly NavEntry[];
  /** The icons of declared lists in the navigation, by name; others have a neutral one. */
  icons: Icons;
  /** The list of what waits for the user; null for roles that nothing waits for. */
  inbox: string | null;
  children: ReactNode;
};

/** The signed-in layout: navigation, top bar, feedback, image preview; the page in the middle. */
export function Shell({ nav, icons, inbox, children }: Props) {
  const { data: meta, error, refetch } = useMetaQuery(useLanguage());
  const counters = usePolledCounters(inbox !== null);
  const message = useErrorMessage();
  const count = countOf(counters);
  if (!meta) {
    return <ShellSkeleton>{error && <ErrorState message={message(error)} onRetry={() => refetch()} />}</ShellSkeleton>;
  }
  return (
    <MetaProvider value={meta}>
      <CountersProvider value={inbox === null ? null : counters}>
        <PreviewProvider>
          <SkipLink />
          <Frame nav={[...nav, ...declaredEntries(meta.resources, icons, nav)]} inbox={inbox} count={count}>
            {children}
          </Frame>
          <FeedbackArea />
        </PreviewProvider>
      </CountersProvider>
    </MetaProvider>
  );
}

function Frame({ nav, inbox, count, children }: Omit<Props, 'icons'> & { count: number }) {
  const [drawer, setDrawer] = useState(false);
  const [feedback, setFeedback] = useState(false);
  const openFeedback = () => {
    setDrawer(false);
    setFeedback(true);
  };
  const { user } = useMeta();
  const translate = useTranslate();
  const badges = inbox === null ? {} : { [inbox]: count };
  return (
    <Box sx={{ display: 'flex', flex: 1 }}>
      <Box
        sx={(theme) => ({
          display: { xs: 'none', md: 'block' },
          '@media print': { display: 'none !important' },
          flex: 'none',
          width: theme.portal.navWidth,
          backgroundColor: theme.vars.palette.background.paper,
          borderInlineEnd: `1px solid ${theme.vars.palette.divider}`,
        })}
      >
        <Box sx={{ position: 'sticky', top: 0, maxHeight: '100dvh', overflowY: 'auto' }}>
          <SideNav nav={nav} badges={badges} />
        </Box>
      </Box>
      <Drawer
        open={drawer}
        onClose={() => setDrawer(false)}
        sx={{ display: { md: 'none' } }}
        slotProps={{ paper: { 'aria-label': translate('shell.menu') } }}
      >
        <Box sx={(theme) => ({ width: theme.portal.navWidth + 24 })}>
          <SideNav nav={nav} badges={badges} onGo={() => setDrawer(false)} />
          <Typography variant="body2" sx={{ padding: 2.5, color: 'text.secondary' }}>
            {translate('shell.hello', { name: fullName(user) })}
          </Typography>
          <Button onClick={openFeedback} sx={{ marginInline: 2.5, marginBottom: 2.5 }}>
            {translate('feedback.label')}
          </Button>
        </Box>
      </Drawer>
      <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minWidth: 0 }}>
        <TopBar inbox={inbox} count={count} drawer={drawer} onMenu={() => setDrawer(true)} />
        <Box
          component="main"
          id="main"
          tabIndex={-1}
          sx={{ flex: 1, padding: { xs: 2, md: 3 }, outline: 'none', minWidth: 0, '@media print': { padding: 0 } }}
        >
          <Page>{children}</Page>
        </Box>
      </Box>
      <FeedbackTab onOpen={openFeedback} />
      {feedback && (
        <Suspense>
          <FeedbackDialog onClose={() => setFeedback(false)} />
        </Suspense>
      )}
    </Box>
  );
}

/** A page that fails to load or breaks leaves the navigation standing. */
function Page({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const message = useErrorMessage();
  return (
    <ErrorBoundary
      resetKey={pathname}
      fallback={(error) => <ErrorState message={message(error)} onRetry={() => location.reload()} />}
    >
      <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
    </ErrorBoundary>
  );
}
