import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { CoreAdminContext, I18nContext, memoryStore } from 'ra-core';
import { lazy, type ReactNode, Suspense, startTransition, use, useEffect, useMemo, useReducer, useRef } from 'react';
import { createHashRouter, Outlet, Route, Routes, useLocation, useNavigate, useParams } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { adoptedStylesCache } from './adoptedStyles';
import { i18nProviderOf } from './i18n/i18nProvider';
import { currentLanguage, isLanguage, type Language, rememberLanguage, storedLanguage } from './i18n/language';
import { ErrorBoundary } from './kernel/ErrorBoundary';
import { admits, homeAddress, loginAddress, withOuterSource } from './kernel/routing';
import { BareLayout } from './kernel/shell/BareLayout';
import { Start } from './kernel/shell/Start';
import { extrasOf } from './resources/extras';
import { type PortalRoute, routeOf, routes } from './routes';
import { authProvider } from './server/authProvider';
import { dataProvider } from './server/dataProvider';
import { expireSession, sessionHasExpired } from './server/http';
import { newQueryClient } from './server/queryClient';
import { readSession, roleOf } from './server/session';
import { useSession } from './server/useSession';
import { useLanguage, usePath } from './shared/links';
import { theme } from './theme';

const loadShell = () => import('./PortalShell');
const loadList = () => import('./kernel/list/DeclaredList');
const loadDeclared = () => import('./DeclaredPage');
const Shell = lazy(loadShell);
const DeclaredList = lazy(loadList);
const DeclaredPage = lazy(loadDeclared);

// What the first screen needs comes at once, not one after the other; what comes after a login, while its form is
// filled in: whoever only looks, or waits on a bad line for the form itself, does not pay for it.
i18nProviderOf(currentLanguage());
if (readSession().session) loadSignedIn();
else window.addEventListener('input', loadSignedIn, { once: true });

function loadSignedIn() {
  loadShell();
  loadList();
}

const styles = adoptedStylesCache();

const sourced = withOuterSource(location.search, location.hash);
if (sourced !== null) history.replaceState(null, '', location.pathname + sourced);

const router = createHashRouter([
  { path: '/:lang/*', element: <InLanguage /> },
  { path: '*', element: <GoHome /> },
]);

/** The portal: one theme, one hash router whose addresses begin with the language. */
export function App() {
  return (
    <CacheProvider value={styles}>
      <ThemeProvider theme={theme} defaultMode="system" modeStorageKey="portal_mode">
        <CssBaseline />
        <ErrorBoundary>
          <RouterProvider router={router} />
        </ErrorBoundary>
      </ThemeProvider>
    </CacheProvider>
  );
}

/** A missing or invalid language, a language alone, an unknown route: home. */
function GoHome() {
  const { session } = useSession();
  const { lang } = useParams();
  const from = useLocation();
  const language = isLanguage(lang) ? lang : storedLanguage();
  return <Lead to={session ? homeAddress(language, true) : loginAddress(language, from)} />;
}

/** Leads elsewhere; again when the same address is gone to before the way from it was walked to the end. */
function Lead({ to }: { to: string }) {
  const navigate = useNavigate();
  const [arrivals, arrive] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const onPop = () => startTransition(arrive);
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each arrival is led on
  useEffect(() => {
    navigate(to, { replace: true });
  }, [navigate, to, arrivals]);
  return null;
}

function InLanguage() {
  const { lang } = useParams();
  if (!isLanguage(lang)) return <GoHome />;
  return (
    <Suspense fallback={<Start />}>
      <Portal language={lang} />
    </Suspense>
  );
}

function Portal({ language }: { language: Language }) {
  const words = use(i18nProviderOf(language));
  const { session } = useSession();
  const user = session?.identification;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user starts with nothing remembered
  const memory = useMemo(() => ({ queryClient: newQueryClient(), store: memoryStore() }), [user]);

  const before = useRef(language);

  useEffect(() => {
    rememberLanguage(language);
    if (before.current === language) return;
    before.current = language;
    // What the server words (statuses, messages) is asked for again in the new language.
    memory.queryClient.invalidateQueries();
  }, [language, memory]);

  return (
    <CoreAdminContext {...memory} {...{ authProvider, dataProvider }} basename={`/${language}`}>
      <I18nContext.Provider value={words}>
        <PortalRoutes />
      </I18nContext.Provider>
    </CoreAdminContext>
  );
}

function PortalRoutes() {
  return (
    <Routes>
      <Route element={<BareLayout />}>{routes.filter((route) => route.bare).map(asRoute)}</Route>
      <Route index element={<GoHome />} />
      <Route element={<SignedIn />}>
        {routes.filter((route) => !route.bare).map(asRoute)}
        <Route path="*" element={<DeclaredPage home={<GoHome />} />} />
      </Route>
    </Routes>
  );
}

function asRoute(route: PortalRoute) {
  const Page = pages.get(route.path);
  return (
    <Route
      key={route.path}
      path={route.path}
      element={<Guard route={route}>{Page ? <Page /> : <ListPage route={route} />}</Guard>}
    />
  );
}

function ListPage({ route }: { route: PortalRoute }) {
  const { session } = useSession();
  const target = route.next && routeOf(route.next.path);
  const next = target && admits(target.roles, session && roleOf(session)) ? route.next : undefined;
  return <DeclaredList key={route.path} name={route.list ?? ''} next={next} extras={extrasOf(route.list ?? '')} />;
}

const pages = new Map(routes.flatMap(({ path, load }) => (load ? [[path, lazy(load)] as const] : [])));

/** Everything but the public pages: nobody gets in without a session. */
function SignedIn() {
  const { session, broken } = useSession();
  const language = useLanguage();
  const from = useLocation();

  useEffect(() => {
    if (broken) expireSession();
  }, [broken]);

  if (!session) return <Lead to={loginAddress(language, from, broken || sessionHasExpired())} />;
  return (
    <Suspense fallback={<Start />}>
      <Shell key={session.identification} role={roleOf(session)}>
        <Outlet />
      </Shell>
    </Suspense>
  );
}

/** A role that a route does not admit goes where the route says, or home. */
function Guard({ route, children }: { route: PortalRoute; children: ReactNode }) {
  const { session } = useSession();
  const path = usePath();
  const role = session && roleOf(session);
  if (admits(route.roles, role)) return children;
  const other = role && route.instead?.[role];
  return other ? <Lead to={path(other)} /> : <GoHome />;
}
