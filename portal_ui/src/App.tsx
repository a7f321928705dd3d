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
import { authProviderOf } from './api/authProvider';
import { hasInbox, pollQuery } from './api/counters';
import { dataProvider } from './api/dataProvider';
import { askFirst, opensHomeList } from './api/initialRequests';
import { prefetchRows } from './api/initialRows';
import { DeclaredProvider, metaQuery, useMetaQuery } from './api/meta';
import { hasAskedEarly, haveComeEarly } from './api/preloadCache';
import { metaKey, newQueryClient } from './api/queryClient';
import { readSession, roleOf } from './api/session';
import { storeOf } from './api/store';
import type { Meta, Session } from './api/types';
import { useSession } from './api/useSession';
import { loadShell, SignedIn } from './app/AuthenticatedLayout';
import { dropOldDrafts } from './core/forms/drafts';
import { i18nProviderOf } from './core/i18n/i18nProvider';
import {
  announceLanguage,
  currentLanguage,
  isLanguage,
  type Language,
  languageOfReader,
  openInLanguageOfReader,
} from './core/i18n/language';
import { LastWords } from './core/layout/FatalError';
import { Start } from './core/layout/LoadingScreen';
import Notices from './core/layout/Snackbar';
import { GoHome, Redirect } from './core/routing/Redirect';
import { inLanguage, withOuterSource } from './core/routing/urls';
import { FirstPageMark, firstPageShown } from './core/ui/firstPaint';
import { lazyPart } from './core/ui/lazyPart';
import { loadWhenIdle } from './core/ui/preloadOnIdle';
import Login from './features/publicPages/LoginPage';
import { loadList, loadPage, screens } from './routes';
import { adoptedStylesCache } from './theme/emotionCache';
import { theme } from './theme/theme';

const whole = { fallback: <Start /> };
const TextPage = lazyPart(() => import('./features/publicPages/TextPage'), whole);
const ResetPasswordPage = lazyPart(() => import('./features/publicPages/ResetPasswordPage'), whole);
const FirstAdministratorPage = lazyPart(() => import('./features/publicPages/FirstAdministratorPage'), whole);
const RequestAccountPage = lazyPart(() => import('./features/publicPages/RequestAccountPage'), whole);

/** The pages that anybody may read, without the layout. */
const publicPages = {
  login: <Login />,
  'sts-description': <TextPage name="description" />,
  'reset-password/:id': <ResetPasswordPage />,
  'request-account/request': <RequestAccountPage />,
  'first-administrator/:id': <FirstAdministratorPage />,
  'sts-disclaimer': <TextPage name="disclaimer" />,
};

/** In milliseconds; a line that stands still in the middle of an answer keeps nobody from what is there. */
const longestReading = 3_000;
let memories = 0;

openInLanguageOfReader();
// What the first screen needs comes at once, not one after the other; what comes after a login, while its form is
// filled in: whoever only looks, or waits on a bad line for the form itself, does not pay for it.
const words = i18nProviderOf(currentLanguage());
dropOldDrafts();
// In the built portal boot.ts has, long before this runs.
if (!hasAskedEarly()) askFirst();
const first = memoryOf(readSession().session);
let awaited: Promise<unknown> = Promise.resolve();
if (first.token !== undefined) {
  const own = loadPage(location.hash.slice(1));
  const code = own ? loadShell() : loadSignedIn();
  const rows = opensHomeList() ? prefetchRows : null;
  if (own) void firstPageShown.then(() => loadWhenIdle([loadList]));
  if (!isPublic(location.hash.slice(1))) {
    awaited = Promise.all([own, code.catch(() => undefined), first.declared]).then(([read]) => readFirst(read ?? rows));
  }
} else window.addEventListener('input', loadSignedIn, { once: true });

/** When all is there that the first screen is drawn of, or will not come: then the screen says so. */
export const begun: Promise<unknown> = Promise.allSettled([words, awaited]);

/** Loads what every signed-in page needs, and the lists. Whoever is shown them is told if they do not come. */
function loadSignedIn(): Promise<unknown> {
  return Promise.allSettled([loadShell(), loadList()]);
}

/** Reads what the first page asks for, if it is there: what is only to come, the page itself waits for. */
async function readFirst(read: ((client: QueryClient) => Promise<unknown>) | null): Promise<void> {
  if (!read || !haveComeEarly()) return;
  const reading = read(first.admin.queryClient).catch(() => undefined);
  await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, longestReading))]);
}

/** Reads what the server declares, and what waits for the user: were that told later, the page would move. */
async function declare(client: QueryClient): Promise<void> {
  const meta = await client.fetchQuery(metaQuery(currentLanguage())).catch(() => null);
  if (meta && hasInbox(meta)) void client.prefetchQuery(pollQuery);
}

/** What is kept in memory for one user; another one starts with nothing remembered. */
function memoryOf(session: Session | null) {
  const queryClient = newQueryClient();
  memories += 1;
  // react-admin would ask for it as the first thing, and draw everything again once it is told.
  if (session) queryClient.setQueryData(['auth', 'getPermissions', {}], roleOf(session));
  return {
    key: memories,
    user: session?.identification,
    token: session?.token,
    // Beside the words, not after them.
    declared: session && declare(queryClient),
    admin: { queryClient, authProvider: authProviderOf(queryClient), store: storeOf(session?.identification) },
  };
}

let present = first;

/** The memory of the user: the same where a session goes on under another name, or with another token. */
function memoryFor(session: Session | null) {
  const { identification: user, token } = session ?? {};
  const goesOn = user === present.user || token === present.token;
  present = goesOn ? { ...present, user, token } : memoryOf(session);
  return present;
}

function isPublic(address: string): boolean {
  const [pathname = ''] = address.split('?');
  return Object.keys(publicPages).some((path) => matchPath(`/:lang/${path}`, pathname));
}

const styles = adoptedStylesCache();

const sourced = withOuterSource(location.search, location.hash);
if (sourced !== null) history.replaceState(null, '', location.pathname + sourced);

export const router = createHashRouter([
  { path: '/:lang/*', element: <InLanguage />, errorElement: <LastWords /> },
  { path: '*', element: <GoHome />, errorElement: <LastWords /> },
]);

/** The portal: one theme, one hash router whose addresses begin with the language. */
export function App() {
  return (
    <CacheProvider value={styles}>
      <ThemeProvider theme={theme} noSsr defaultMode="system" modeStorageKey="portal_mode">
        <CssBaseline />
        <ErrorBoundary FallbackComponent={LastWords}>
          <RouterProvider router={router} />
        </ErrorBoundary>
      </ThemeProvider>
    </CacheProvider>
  );
}

function InLanguage() {
  const { lang } = useParams();
  const { pathname, search } = useLocation();
  if (!isLanguage(lang)) return <GoHome />;
  const language = languageOfReader(lang, search);
  if (language) return <Redirect to={inLanguage(language, pathname) + search} />;
  return <Portal language={lang} />;
}

/**
 * Stands in for the words, which only Screens waits for. react-admin draws nothing at first where the language differs
 * from the one in its store; that has none, since ours is in the address.
 */
const noWords = { translate: String, changeLocale: async () => {}, getLocale: () => undefined as unknown as string };

/** react-admin, in the language of the address and with a memory for each user. */
function Portal({ language }: { language: Language }) {
  const { session } = useSession();
  const { key, admin: memory } = memoryFor(session);
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
      i18nProvider={noWords}
      basename={`/${language}`}
    >
      <Suspense fallback={<Start />}>
        <Screens language={language} />
      </Suspense>
    </CoreAdminContext>
  );
}

/**
 * Every screen of the portal; who comes signed in is shown it once its page is there, and not part by part.
 * CoreAdminUI rather than AdminUI, whose defaults (Layout, Login and their inputs) the login page would load for nothing.
 */
function Screens({ language }: { language: Language }) {
  const words = use(i18nProviderOf(language));
  use(awaited);
  const { data: meta, error, refetch } = useMetaQuery(language);
  const declared = useMemo(() => ({ meta, error, refetch }), [meta, error, refetch]);
  // The same element while nothing else is declared: react-admin draws all that is below anew for each new one.
  const admin = useMemo(() => adminOf(meta), [meta]);
  return (
    <I18nContext.Provider value={words}>
      <DeclaredProvider value={declared}>{admin}</DeclaredProvider>
      <Notices />
    </I18nContext.Provider>
  );
}

/** react-admin with the screens that the server declared, if it has by now. */
function adminOf(meta: Meta | undefined) {
  return (
    <CoreAdminUI
      // react-admin takes up new children a moment late: until then each of their addresses would lead home.
      key={meta ? 'declared' : 'unknown'}
      disableTelemetry
      title=""
      layout={SignedIn}
      catchAll={GoHome}
    >
      <CustomRoutes noLayout>
        <Route element={<BareLayout />}>
          {Object.entries(publicPages).map(([path, page]) => (
            <Route key={path} path={path} element={page} />
          ))}
        </Route>
      </CustomRoutes>
      {meta && screens(meta)}
      <CustomRoutes>
        {['', 'authentication-error', 'access-denied'].map((path) => (
          <Route key={path} path={path} element={<GoHome />} />
        ))}
      </CustomRoutes>
    </CoreAdminUI>
  );
}

/** The layout of the public pages: the page alone. */
function BareLayout() {
  return (
    <Box component="main" sx={{ display: 'flex', flexDirection: 'column', flex: 1 }}>
      <Suspense fallback={<Start />}>
        <Outlet />
        <FirstPageMark />
      </Suspense>
    </Box>
  );
}
