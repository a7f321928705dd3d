import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { CountersProvider, countOf, usePolledCounters } from '../../server/counters';
import { useErrorMessage } from '../../server/errorMessage';
import { fullName, useMeta } from '../../server/meta';
import { ErrorState } from '../../shared/Empty';
import { PreviewProvider } from '../../shared/preview';
import { PageSkeleton } from '../../shared/Skeletons';
import { ErrorBoundary } from '../ErrorBoundary';
import { FeedbackTab } from '../feedback/FeedbackTab';
import { SideNav } from './SideNav';
import { SkipLink } from './SkipLink';
import { SuggestOptions } from './SuggestOptions';
import { TopBar } from './TopBar';

const FeedbackDialog = lazy(() => import('../feedback/FeedbackDialog'));

/** The list of what waits for the user: roles that may not open it have nothing waiting. */
const inboxPath = 'action-required';

/** The signed-in layout: navigation, top bar, feedback, image preview; the page in the middle. */
export default function Shell({ children }: { children: ReactNode }) {
  const { pages } = useMeta();
  const inbox = pages.some(({ path }) => path === inboxPath) ? inboxPath : null;
  const counters = usePolledCounters(inbox !== null);
  return (
    <CountersProvider value={inbox === null ? null : counters}>
      <PreviewProvider>
        <SkipLink />
        <Frame inbox={inbox} count={countOf(counters)}>
          {children}
        </Frame>
        <SuggestOptions />
      </PreviewProvider>
    </CountersProvider>
  );
}

function Frame({ inbox, count, children }: { inbox: string | null; count: number; children: ReactNode }) {
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
          <SideNav badges={badges} />
        </Box>
      </Box>
      <Drawer
        open={drawer}
        onClose={() => setDrawer(false)}
        sx={{ display: { md: 'none' } }}
        slotProps={{ paper: { 'aria-label': translate('shell.menu') } }}
      >
        <Box sx={(theme) => ({ width: theme.portal.navWidth + 24 })}>
          <SideNav badges={badges} onGo={() => setDrawer(false)} />
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
