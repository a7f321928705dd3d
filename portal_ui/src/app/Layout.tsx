import Box from '@mui/material/Box';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslate } from 'ra-core';
import { memo, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { type ErrorProps, AppBar as RaAppBar, Layout as RaLayout, Sidebar, type SidebarProps } from 'react-admin';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate } from 'react-router';
import { CountersProvider, hasInbox, usePolledCounters } from '../api/counters';
import { formatFullName, useMeta } from '../api/meta';
import { usePendingExports } from '../api/pendingExports';
import { PreviewProvider } from '../core/files/preview';
import { UnsavedBoundary } from '../core/forms/UnsavedBoundary';
import { useFormat } from '../core/i18n/format';
import { ConnectionBanner } from '../core/layout/ConnectionBanner';
import { FailedJobsBanner } from '../core/layout/FailedJobsBanner';
import { Logo } from '../core/layout/Logo';
import { LocalesMenuButton, ThemeMenuButton } from '../core/layout/MenuButtons';
import { LocalesMenuEntry, ThemeMenuEntry } from '../core/layout/MenuEntries';
import { Navigation } from '../core/layout/Navigation';
import { NotificationsMenu } from '../core/layout/NotificationsMenu';
import { OpenFeedbackProvider } from '../core/layout/openFeedback';
import { ProfileMenu } from '../core/layout/ProfileMenu';
import { pageStyle } from '../core/layout/pageStyle';
import { SetupBanner } from '../core/layout/SetupBanner';
import { useScrollToTop } from '../core/layout/useScrollToTop';
import { useSidebarByWidth } from '../core/layout/useSidebarByWidth';
import { clearLoginAttempt, isJustLoggedIn } from '../core/routing/postLogin';
import { QUICK_START_HASH } from '../core/routing/urls';
import { useIsNavigating } from '../core/routing/useIsNavigating';
import { OutdatedPageError } from '../core/ui/chunkErrors';
import { Deferred } from '../core/ui/Deferred';
import { ErrorState } from '../core/ui/EmptyState';
import { LazyDialog } from '../core/ui/LazyDialog';
import { lazyPart } from '../core/ui/lazyPart';
import { reloadPage } from '../core/ui/reloadPage';
import { PageSkeleton } from '../core/ui/Skeletons';
import { HelpButton, HelpIfOpen, HelpMenuEntry } from '../features/help/HelpButton';
import { GlobalSearch } from '../features/search/GlobalSearch';

const attribute = 'data-mode';

/** Switch to light mode while printing, regardless of the selected mode. */
function usePrintInLightMode(): void {
  useEffect(() => {
    const printing = window.matchMedia('print');
    let before: string | null = null;
    const switchMode = () => {
      const root = document.documentElement;
      if (printing.matches) {
        before = root.getAttribute(attribute);
        root.setAttribute(attribute, 'light');
      } else if (before !== null) {
        root.setAttribute(attribute, before);
        before = null;
      }
    };
    printing.addEventListener('change', switchMode);
    return () => printing.removeEventListener('change', switchMode);
  }, []);
}

const loadQuickStartDialog = () => import('../core/layout/QuickStartDialog');
const loadFeedbackDialog = () => import('../features/feedback/FeedbackDialog');
const PendingExports = lazyPart(() => import('../core/lists/PendingExports'), {
  onFailure: 'hidden',
  resetKeys: ({ exports }) => [exports],
});

/** Memoized, as it has many components and the layout renders often. */
const MemoizedParts = { Head: memo(Head) };

/** react-admin's layout with search, counters, feedback and image preview. */
export default function Layout({ children }: { children: ReactNode }) {
  const mayHaveWork = hasInbox(useMeta());
  const counters = usePolledCounters(mayHaveWork);
  const [feedback, setFeedback] = useState(false);
  usePrintInLightMode();
  useScrollToTop();
  const openFeedback = useCallback(() => setFeedback(true), []);
  return (
    <CountersProvider value={mayHaveWork ? counters : null}>
      <PreviewProvider>
        <UnsavedBoundary>
          <OpenFeedbackProvider value={openFeedback}>
            <RaLayout appBar={MemoizedParts.Head} appBarAlwaysOn sidebar={NoSidebar} error={PageError}>
              <ConnectionBanner />
              <FailedJobsBanner />
              <SetupBanner />
              <PendingExportsIfAny />
              <Box sx={pageStyle}>
                <PrintNote />
                <Deferred fallback={<PageSkeleton />}>
                  <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
                </Deferred>
              </Box>
            </RaLayout>
          </OpenFeedbackProvider>
          {feedback && <LazyDialog load={loadFeedbackDialog} onClose={() => setFeedback(false)} />}
        </UnsavedBoundary>
        <QuickStart />
      </PreviewProvider>
    </CountersProvider>
  );
}

/** Progress of large exports on any page; hidden if its code does not load. */
function PendingExportsIfAny() {
  const exports = usePendingExports();
  return exports.length > 0 && <PendingExports exports={exports} />;
}

/** App bar with navigation, which react-admin would put into the main landmark. */
function Head() {
  return (
    <>
      <AppBar />
      <NamedSidebar appBarAlwaysOn>
        <Navigation />
      </NamedSidebar>
    </>
  );
}

const NoSidebar = () => null;

/** Sidebar with an accessible name on a phone, where it is a dialog. */
function NamedSidebar(props: SidebarProps) {
  const translate = useTranslate();
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const open = useSidebarByWidth(isPhone);
  const slotProps = isPhone ? { paper: { 'aria-label': translate('shell.navigation') } } : {};
  return <Sidebar {...props} open={open} slotProps={slotProps} />;
}

/** Note on printed pages with time, user and address. */
function PrintNote() {
  const translate = useTranslate();
  const { user } = useMeta();
  const { dateTimeWithZone } = useFormat();
  const [time, setTime] = useState(() => new Date().toISOString());
  // Renders again with each address, so that the printed one is current.
  useLocation();
  useEffect(() => {
    const update = () => flushSync(() => setTime(new Date().toISOString()));
    window.addEventListener('beforeprint', update);
    return () => window.removeEventListener('beforeprint', update);
  }, []);
  const values = { time: dateTimeWithZone(time), name: formatFullName(user), address: window.location.href };
  return (
    <Box sx={{ display: 'none', displayPrint: 'block', marginBottom: 1, overflowWrap: 'anywhere' }}>
      {translate('shell.printed', values)}
    </Box>
  );
}

/**
 * Error page for a page that failed to render or load. Its retry reloads the portal, because the missing chunk may
 * belong to an older version.
 */
function PageError({ error }: ErrorProps) {
  return <ErrorState error={error} onRetry={reloadPage} mustReload={error instanceof OutdatedPageError} />;
}

/** Dialog that offers the request types, after a login or with #suggest-options. */
function QuickStart() {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const isLeaving = useIsNavigating();
  // Services can create some requests too; the dialog is for users who can create every type (spec 1, 2.3).
  const canCreateRequests = useMeta().pages.some(({ path }) => path === 'new-repair');
  const shouldOpen = canCreateRequests && isJustLoggedIn(state);

  useEffect(clearLoginAttempt, []);
  useEffect(() => {
    if (shouldOpen && !isLeaving()) navigate({ pathname, search, hash: QUICK_START_HASH }, { replace: true });
  }, [shouldOpen, navigate, pathname, search, isLeaving]);

  if (hash !== QUICK_START_HASH || !canCreateRequests) return null;
  return <LazyDialog load={loadQuickStartDialog} onClose={() => navigate({ pathname, search }, { replace: true })} />;
}

/** App bar with search, notifications, language, theme, help and user menu. On a phone, the menu has the middle three. */
function AppBar() {
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const [isHelpOpen, setHelpOpen] = useState(false);
  return (
    <>
      <RaAppBar
        alwaysOn
        userMenu={
          <ProfileMenu>
            {isPhone && [
              <LocalesMenuEntry key="language" />,
              <ThemeMenuEntry key="mode" />,
              <HelpMenuEntry key="help" onOpenChange={setHelpOpen} />,
            ]}
          </ProfileMenu>
        }
        toolbar={
          <>
            {!isPhone && (
              <>
                <LocalesMenuButton />
                <ThemeMenuButton />
                <HelpButton open={isHelpOpen} onOpenChange={setHelpOpen} />
              </>
            )}
            <NotificationsMenu />
          </>
        }
      >
        {/* The search begins where the content does. */}
        <Box sx={(theme) => ({ width: { md: theme.portal.navWidth - 36 }, flex: 'none' })}>
          <Logo isInBar />
        </Box>
        <Box sx={{ display: 'flex', flex: 1, justifyContent: { xs: 'flex-end', md: 'flex-start' } }}>
          <GlobalSearch />
        </Box>
      </RaAppBar>
      <HelpIfOpen open={isHelpOpen} onOpenChange={setHelpOpen} />
    </>
  );
}
