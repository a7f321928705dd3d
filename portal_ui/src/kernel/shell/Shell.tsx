import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';
import { type ReactNode, Suspense, useCallback, useState } from 'react';
import { Layout, Sidebar, type SidebarProps } from 'react-admin';
import { CountersProvider, usePolledCounters } from '../../server/counters';
import { useMeta } from '../../server/meta';
import { PreviewProvider } from '../../shared/preview';
import { PageSkeleton } from '../../shared/Skeletons';
import { FeedbackTab } from '../feedback/FeedbackTab';
import { OpenFeedbackProvider } from '../feedback/openFeedback';
import { Bar } from './Bar';
import { ConnectionNotices } from './ConnectionNotices';
import { inboxPath } from './inbox';
import { LazyDialog } from './LazyDialog';
import { Navigation } from './Navigation';
import { PageError } from './PageError';
import { SuggestOptions } from './SuggestOptions';

const loadFeedback = () => import('../feedback/FeedbackDialog');

/** The signed-in layout: react-admin's, with search, counters, feedback and image preview. */
export default function Shell({ children }: { children: ReactNode }) {
  const hasInbox = useMeta().pages.some(({ path }) => path === inboxPath);
  const counters = usePolledCounters(hasInbox);
  const [feedback, setFeedback] = useState(false);
  const openFeedback = useCallback(() => setFeedback(true), []);
  return (
    <CountersProvider value={hasInbox ? counters : null}>
      <PreviewProvider>
        <OpenFeedbackProvider value={openFeedback}>
          <Layout appBar={Bar} appBarAlwaysOn menu={Navigation} sidebar={NamedSidebar} error={PageError}>
            <ConnectionNotices />
            <Box sx={{ flex: 1, minWidth: 0, padding: { xs: 2, md: 3 }, '@media print': { padding: 0 } }}>
              <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
            </Box>
          </Layout>
        </OpenFeedbackProvider>
        <FeedbackTab onOpen={openFeedback} />
        {feedback && <LazyDialog load={loadFeedback} onClose={() => setFeedback(false)} />}
        <SuggestOptions />
      </PreviewProvider>
    </CountersProvider>
  );
}

/** On a phone the navigation is a dialog, which needs a name. */
function NamedSidebar(props: SidebarProps) {
  const translate = useTranslate();
  return <Sidebar {...props} slotProps={{ paper: { 'aria-label': translate('shell.navigation') } }} />;
}
