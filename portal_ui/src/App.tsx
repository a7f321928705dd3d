import { CacheProvider } from '@emotion/react';
import Box from '@mui/material/Box';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import type { QueryClient } from '@tanstack/react-query';
import { CoreAdminContext, CoreAdminUI, CustomRoutes, I18nContext } from 'ra-core';
import { Suspense, use, useEffect, useMemo, useRef } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { createHashRouter, matchPath, Outlet, Route, useLocation, useParams } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createAuthProvider } from './api/authProvider';
import { hasInbox, pollQuery } from './api/counters';
import { dataProvider } from './api/dataProvider';
import { isHomeListUrl, preloadInitialRequests } from './api/initialRequests';
import { prefetchRows } from './api/initialRows';
import { MetaQueryProvider, metaQuery, useMetaQuery } from './api/meta';
import { arePreloadsSettled, hasPreloads } from './api/preloadCache';
import { createQueryClient, metaKey } from './api/queryClient';
import { getRole, readSession } from './api/session';
import { createStore } from './api/store';
import type { Meta, Session } from './api/types';
import { useSession } from './api/useSession';
import { AuthenticatedLayout, loadLayout } from './app/AuthenticatedLayout';
import { deleteExpiredDrafts } from './core/forms/drafts';
import { getI18nProvider } from './core/i18n/i18nProvider';
import {
  announceLanguage,
  getCurrentLanguage,
  getUserLanguage,
  isLanguage,
  type Language,
  openInUserLanguage,
} from './core/i18n/language';
import { FatalError } from './core/layout/FatalError';
import { LoadingScreen } from './core/layout/LoadingScreen';
import Snackbar from './core/layout/Snackbar';
import { Redirect, RedirectHome } from './core/routing/Redirect';
import { moveUtmIntoHash, switchUrlLanguage } from './core/routing/urls';
import { FirstPaintReporter, firstPaint } from './core/ui/firstPaint';
import { lazyPart } from './core/ui/lazyPart';
import { preloadOnIdle } from './core/ui/preloadOnIdle';
import LoginPage from './features/publicPages/LoginPage';
import { loadList, preloadRoute, renderRoutes } from './routes';
import { createEmotionCache } from './theme/emotionCache';
import { theme } from './theme/theme';

const fullPage = { fallback: <LoadingScreen /> };
const TextPage = lazyPart(() => import('./features/publicPages/TextPage'), fullPage);
const ResetPasswordPage = lazyPart(() => import('./features/publicPages/ResetPasswordPage'), fullPage);
const FirstAdministratorPage = lazyPart(() => import('./features/publicPages/FirstAdministratorPage'), fullPage);
const RequestAccountPage = lazyPart(() => import('./features/publicPages/RequestAccountPage'), fullPage);

/** The pages that anybody may read, without the layout. */
const publicPages = {
  login: <LoginPage />,
  'sts-description': <TextPage name="description" />,
  'reset-password/:id': <ResetPasswordPage />,
  'request-account/request': <RequestAccountPage />,
  'first-administrator/:id': <FirstAdministratorPage />,
  'sts-disclaimer': <TextPage name="disclaimer" />,
};

/** Timeout in milliseconds: a stalled response must not block the page. */
const INITIAL_DATA_TIMEOUT_MS = 3_000;
let nextScopeId = 0;

openInUserLanguage();
// What the first screen needs comes at once, not one after the other; what comes after a login, while its form is
// filled in: whoever only looks, or waits on a bad line for the form itself, does not pay for it.
const initialMessages = getI18nProvider(getCurrentLanguage());
deleteExpiredDrafts();
// In the built portal entry.ts has, long before this runs.
if (!hasPreloads()) preloadInitialRequests();
const initialScope = createUserScope(readSession().session);
let initialData: Promise<unknown> = Promise.resolve();
if (initialScope.token !== undefined) {
  const own = preloadRoute(location.hash.slice(1));
  const code = own ? loadLayout() : loadAuthenticatedCode();
  const rows = isHomeListUrl() ? prefetchRows : null;
  if (own) void firstPaint.then(() => preloadOnIdle([loadList]));
  if (!isPublic(location.hash.slice(1))) {
    initialData = Promise.all([own, code.catch(() => undefined), initialScope.declared]).then(([read]) =>
      prefetchInitialData(read ?? rows),
    );
  }
} else window.addEventListener('input', loadAuthenticatedCode, { once: true });

/** Promise of code and data for the first paint; it never rejects, as the screen shows the error. */
export const initialLoad: Promise<unknown> = Promise.allSettled([initialMessages, initialData]);

/** Loads what every signed-in page needs, and the lists. Whoever is shown them is told if they do not come. */
function loadAuthenticatedCode(): Promise<unknown> {
  return Promise.allSettled([loadLayout(), loadList()]);
}

/** Prefetch the data of the first page if its preloaded responses are there; otherwise the page waits for them. */
async function prefetchInitialData(read: ((client: QueryClient) => Promise<unknown>) | null): Promise<void> {
  if (!read || !arePreloadsSettled()) return;
  const reading = read(initialScope.admin.queryClient).catch(() => undefined);
  await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, INITIAL_DATA_TIMEOUT_MS))]);
}

/** Prefetch meta and counters: later, they would shift the layout. */
async function prefetchMeta(client: QueryClient): Promise<void> {
  const meta = await client.fetchQuery(metaQuery(getCurrentLanguage())).catch(() => null);
  if (meta && hasInbox(meta)) void client.prefetchQuery(pollQuery);
}

/** Create query client and store of one session, so that no cached data outlives its user at login or logout. */
function createUserScope(session: Session | null) {
  const queryClient = createQueryClient();
  nextScopeId += 1;
  // react-admin would ask for it as the first thing, and draw everything again once it is told.
  if (session) queryClient.setQueryData(['auth', 'getPermissions', {}], getRole(session));
  return {
    key: nextScopeId,
    user: session?.identification,
    token: session?.token,
    // Beside the words, not after them.
    declared: session && prefetchMeta(queryClient),
    admin: { queryClient, authProvider: createAuthProvider(queryClient), store: createStore(session?.identification) },
  };
}

let currentScope = initialScope;

/** Scope of the user: kept while the session goes on under another name or token. */
function getScope(session: Session | null) {
  const { identification: user, token } = session ?? {};
  const goesOn = user === currentScope.user || token === currentScope.token;
  currentScope = goesOn ? { ...currentScope, user, token } : createUserScope(session);
  return currentScope;
}

function isPublic(address: string): boolean {
  const [pathname = ''] = address.split('?');
  return Object.keys(publicPages).some((path) => matchPath(`/:lang/${path}`, pathname));
}

const styles = createEmotionCache();

const movedUtm = moveUtmIntoHash(location.search, location.hash);
if (movedUtm !== null) history.replaceState(null, '', location.pathname + movedUtm);

const router = createHashRouter([
  { path: '/:lang/*', element: <LocaleRoute />, errorElement: <FatalError /> },
  { path: '*', element: <RedirectHome />, errorElement: <FatalError /> },
]);

/** The portal: one theme, one hash router whose addresses begin with the language. */
export function App() {
  return (
    <CacheProvider value={styles}>
      <ThemeProvider theme={theme} noSsr defaultMode="system" modeStorageKey="portal_mode">
        <CssBaseline />
        <ErrorBoundary FallbackComponent={FatalError}>
          <RouterProvider router={router} />
        </ErrorBoundary>
      </ThemeProvider>
    </CacheProvider>
  );
}

function LocaleRoute() {
  const { lang } = useParams();
  const { pathname, search } = useLocation();
  if (!isLanguage(lang)) return <RedirectHome />;
  const language = getUserLanguage(lang, search);
  if (language) return <Redirect to={switchUrlLanguage(language, pathname) + search} />;
  return <LocalizedAdmin language={lang} />;
}

/**
 * Stands in for the words, which only Screens waits for. react-admin draws nothing at first where the language differs
 * from the one in its store; that has none, since ours is in the address.
 */
const placeholderI18nProvider = {
  translate: String,
  changeLocale: async () => {},
  getLocale: () => undefined as unknown as string,
};

/** react-admin, in the language of the address and with a memory for each user. */
function LocalizedAdmin({ language }: { language: Language }) {
  const { session } = useSession();
  const { key, admin: memory } = getScope(session);
  const before = useRef(language);

  useEffect(() => {
    announceLanguage(language);
    if (before.current === language) return;
    before.current = language;
    // What the server words (statuses, messages) is asked for again in the new language; its declarations are there.
    memory.queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== metaKey });
  }, [language, memory]);

  return (
    // With another user all begins anew: what reads by react-query keeps to the memory that it began with.
    <CoreAdminContext
      key={key}
      {...memory}
      dataProvider={dataProvider}
      i18nProvider={placeholderI18nProvider}
      basename={`/${language}`}
    >
      <Suspense fallback={<LoadingScreen />}>
        <AdminRoutes language={language} />
      </Suspense>
    </CoreAdminContext>
  );
}

/**
 * Every screen of the portal; who comes signed in is shown it once its page is there, and not part by part.
 * CoreAdminUI rather than AdminUI, whose defaults (Layout, Login and their inputs) the login page would load for nothing.
 */
function AdminRoutes({ language }: { language: Language }) {
  const messages = use(getI18nProvider(language));
  use(initialData);
  const { data: meta, error, refetch } = useMetaQuery(language);
  const declared = useMemo(() => ({ meta, error, refetch }), [meta, error, refetch]);
  // The same element while nothing else is declared: react-admin draws all that is below anew for each new one.
  const admin = useMemo(() => createAdminUI(meta), [meta]);
  return (
    <I18nContext.Provider value={messages}>
      <MetaQueryProvider value={declared}>{admin}</MetaQueryProvider>
      <Snackbar />
    </I18nContext.Provider>
  );
}

/** react-admin with the screens that the server declared, if it has by now. */
function createAdminUI(meta: Meta | undefined) {
  return (
    <CoreAdminUI
      // react-admin takes up new children a moment late: until then each of their addresses would lead home.
      key={meta ? 'declared' : 'unknown'}
      disableTelemetry
      title=""
      layout={AuthenticatedLayout}
      catchAll={RedirectHome}
    >
      <CustomRoutes noLayout>
        <Route element={<PublicLayout />}>
          {Object.entries(publicPages).map(([path, page]) => (
            <Route key={path} path={path} element={page} />
          ))}
        </Route>
      </CustomRoutes>
      {meta && renderRoutes(meta)}
      <CustomRoutes>
        {['', 'authentication-error', 'access-denied'].map((path) => (
          <Route key={path} path={path} element={<RedirectHome />} />
        ))}
      </CustomRoutes>
    </CoreAdminUI>
  );
}

/** The layout of the public pages: the page alone. */
function PublicLayout() {
  return (
    <Box component="main" sx={{ display: 'flex', flexDirection: 'column', flex: 1 }}>
      <Suspense fallback={<LoadingScreen />}>
        <Outlet />
        <FirstPaintReporter />
      </Suspense>
    </Box>
  );
}
