import { CacheProvider } from '@emotion/react';
import Box from '@mui/material/Box';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import type { QueryClient } from '@tanstack/react-query';
import { CoreAdminContext, CoreAdminUI, CustomRoutes, I18nContext } from 'ra-core';
import { createContext, Suspense, use, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import {
  createHashRouter,
  type LoaderFunctionArgs,
  matchPath,
  Outlet,
  Route,
  redirect,
  useLocation,
  useParams,
} from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createAuthProvider } from './api/authProvider';
import { hasInbox, pollQuery } from './api/counters';
import { dataProvider } from './api/dataProvider';
import { MetaQueryProvider, metaQuery, useMetaQuery } from './api/meta';
import { createQueryClient, metaKey } from './api/queryClient';
import { readSession } from './api/session';
import { createStore } from './api/store';
import type { Meta, Session } from './api/types';
import { useSession } from './api/useSession';
import { AuthenticatedLayout, loadLayout } from './app/AuthenticatedLayout';
import { deleteExpiredDrafts } from './core/forms/drafts';
import { getI18nProvider } from './core/i18n/i18nProvider';
import {
  announceLanguage,
  getCurrentLanguage,
  getStoredLanguage,
  getUserLanguage,
  isLanguage,
  type Language,
  openInUserLanguage,
} from './core/i18n/language';
import { FatalError } from './core/layout/FatalError';
import { LoadingScreen } from './core/layout/LoadingScreen';
import Snackbar from './core/layout/Snackbar';
import { Redirect, RedirectHome } from './core/routing/Redirect';
import { buildHomeUrl, buildLoginUrl, moveUtmIntoHash, removeFormValues, switchUrlLanguage } from './core/routing/urls';
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

/** Public pages, without the layout. */
const publicPages = {
  login: <LoginPage />,
  'sts-description': <TextPage name="description" />,
  'reset-password/:id': <ResetPasswordPage />,
  'request-account/request': <RequestAccountPage />,
  'first-administrator/:id': <FirstAdministratorPage />,
  'sts-disclaimer': <TextPage name="disclaimer" />,
};

let nextScopeId = 0;

openInUserLanguage();
deleteExpiredDrafts();
const initialScope = createUserScope(readSession().session);
// The code for after a login loads on the first input, so that other visitors do not pay for it.
if (!initialScope.token) window.addEventListener('input', loadAuthenticatedCode, { once: true });

/**
 * Load the messages and, with a session, the meta and the code of the first page. Its data loads as soon as its code.
 * Errors are shown by the components, which load the same again.
 */
async function loadFirstPage({ params: { lang }, request }: LoaderFunctionArgs): Promise<null> {
  const { pathname, search } = new URL(request.url);
  const isAuthenticated = initialScope.token !== undefined && !isPublic(pathname);
  await Promise.allSettled([
    isLanguage(lang) && getI18nProvider(lang),
    isAuthenticated && initialScope.declared,
    isAuthenticated && loadCode(pathname + search),
  ]);
  return null;
}

/** Load the code of the layout and of a page, and begin to load its data. */
async function loadCode(address: string): Promise<void> {
  const page = preloadRoute(address);
  if (!page) await loadAuthenticatedCode();
  else {
    // The page shows the error.
    page.then((prefetch) => prefetch?.(initialScope.admin.queryClient)).catch(() => undefined);
    await Promise.all([page, loadLayout()]);
    preloadOnIdle([loadList]);
  }
}

/** Load the code of layout and lists. Failures are shown when these are rendered. */
function loadAuthenticatedCode(): Promise<unknown> {
  return Promise.allSettled([loadLayout(), loadList()]);
}

/** Prefetch meta and counters, as loading them later causes a layout shift. */
async function prefetchMeta(client: QueryClient): Promise<void> {
  const meta = await client.fetchQuery(metaQuery(getCurrentLanguage())).catch(() => null);
  if (meta && hasInbox(meta)) void client.prefetchQuery(pollQuery);
}

/** Create query client and store of one session. No cached data outlives its user. */
function createUserScope(session: Session | null) {
  const queryClient = createQueryClient();
  nextScopeId += 1;
  // Otherwise react-admin first queries its permissions, which the portal does not use, then renders everything again.
  if (session) queryClient.setQueryData(['auth', 'getPermissions', {}], []);
  return {
    key: nextScopeId,
    user: session?.identification,
    token: session?.token,
    // In parallel with the messages.
    declared: session && prefetchMeta(queryClient),
    admin: { queryClient, authProvider: createAuthProvider(queryClient), store: createStore(session?.identification) },
  };
}

type UserScope = ReturnType<typeof createUserScope>;

const UserScopeContext = createContext<UserScope>(initialScope);

/** Return the scope of the user. It is kept while the session continues under another username or token. */
function useUserScope(): UserScope {
  const { session } = useSession();
  const [scope, setScope] = useState(initialScope);
  const { identification: user, token } = session ?? {};
  if (user === scope.user && token === scope.token) return scope;
  const isContinued = user === scope.user || token === scope.token;
  const changed = isContinued ? { ...scope, user, token } : createUserScope(session);
  setScope(changed);
  return changed;
}

/** Redirect from an address without a language. */
function redirectHome({ request }: LoaderFunctionArgs): Response {
  const language = getStoredLanguage();
  return redirect(readSession().session ? buildHomeUrl(language, true) : buildLoginUrl(language, new URL(request.url)));
}

function isPublic(pathname: string): boolean {
  return Object.keys(publicPages).some((path) => matchPath(`/:lang/${path}`, pathname));
}

const styles = createEmotionCache();

const movedUtm = moveUtmIntoHash(location.search, location.hash);
if (movedUtm !== null) history.replaceState(null, '', location.pathname + movedUtm);

const router = createHashRouter([
  {
    path: '/:lang/*',
    element: <LocaleRoute />,
    errorElement: <FatalError />,
    hydrateFallbackElement: <LoadingScreen />,
    loader: loadFirstPage,
    // Later pages load in their Suspense boundaries.
    shouldRevalidate: () => false,
  },
  { path: '*', loader: redirectHome, errorElement: <FatalError /> },
]);

// The same element in each render, so that a changed scope renders only its consumers.
const routes = <RouterProvider router={router} />;

/** Portal with one theme and one hash router; addresses begin with the language. */
export function App() {
  const scope = useUserScope();
  return (
    <CacheProvider value={styles}>
      <ThemeProvider theme={theme} noSsr defaultMode="system" modeStorageKey="portal_mode">
        <CssBaseline />
        <ErrorBoundary FallbackComponent={FatalError}>
          <UserScopeContext.Provider value={scope}>{routes}</UserScopeContext.Provider>
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
  const safeSearch = removeFormValues(search);
  if (safeSearch !== null) return <Redirect to={pathname + safeSearch} />;
  return <LocalizedAdmin language={lang} />;
}

/**
 * Placeholder for the messages, which AdminRoutes waits for. The locale is undefined as in the store, since react-admin
 * renders nothing at first if they differ; the language is in the address instead.
 */
const placeholderI18nProvider = {
  translate: String,
  changeLocale: async () => {},
  getLocale: () => undefined as unknown as string,
};

/** react-admin in the language of the address, with one scope per user. */
function LocalizedAdmin({ language }: { language: Language }) {
  const { key, admin: memory } = useContext(UserScopeContext);
  const before = useRef(language);

  useEffect(() => {
    announceLanguage(language);
    if (before.current === language) return;
    before.current = language;
    // Refetch texts of the server (statuses, messages) in the new language; the meta is loaded already.
    memory.queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== metaKey });
  }, [language, memory]);

  return (
    // Another user remounts everything, as mounted queries keep the query client that they started with.
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
 * All routes of the portal.
 * AdminUI instead of CoreAdminUI would make the login page load unused defaults (Layout, Login and their inputs).
 */
function AdminRoutes({ language }: { language: Language }) {
  const messages = use(getI18nProvider(language));
  const { data: meta, error, refetch } = useMetaQuery(language);
  const declared = useMemo(() => ({ meta, error, refetch }), [meta, error, refetch]);
  // Memoized per meta, as react-admin renders everything below again for each new element.
  const admin = useMemo(() => createAdminUI(meta), [meta]);
  return (
    <I18nContext.Provider value={messages}>
      <MetaQueryProvider value={declared}>{admin}</MetaQueryProvider>
      <Snackbar />
    </I18nContext.Provider>
  );
}

/** Create react-admin with the routes that the meta declares, if it is loaded. */
function createAdminUI(meta: Meta | undefined) {
  return (
    <CoreAdminUI
      // react-admin registers new children late; until then their addresses would redirect home.
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

/** Layout of public pages, without app bar and navigation. */
function PublicLayout() {
  return (
    <Box component="main" sx={{ display: 'flex', flexDirection: 'column', flex: 1 }}>
      <Suspense fallback={<LoadingScreen />}>
        <Outlet />
      </Suspense>
    </Box>
  );
}
