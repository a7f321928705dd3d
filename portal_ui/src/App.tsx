import { CacheProvider } from '@emotion/react';
import Box from '@mui/material/Box';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { CoreAdminContext, CoreAdminUI, CustomRoutes, I18nContext } from 'ra-core';
import { lazy, Suspense, use, useEffect, useMemo, useRef } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { createHashRouter, Outlet, Route, useParams } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { adoptedStylesCache } from './adoptedStyles';
import { i18nProviderOf } from './i18n/i18nProvider';
import { currentLanguage, isLanguage, type Language, rememberLanguage } from './i18n/language';
import { LastWords } from './kernel/LastWords';
import { withOuterSource } from './kernel/routing/addresses';
import { GoHome } from './kernel/routing/Redirect';
import { dropOldDrafts } from './kernel/saving/drafts';
import { loadShell, SignedIn } from './kernel/shell/SignedIn';
import { Start } from './kernel/shell/Start';
import Login from './pages/Login';
import { loadList, loadPage, screens } from './screens';
import { authProviderOf } from './server/authProvider';
import { dataProvider } from './server/dataProvider';
import { askFirst } from './server/firstPage';
import { metaQuery, useMetaQuery } from './server/meta';
import { metaKey, newQueryClient } from './server/queryClient';
import { readSession } from './server/session';
import { storeOf } from './server/store';
import { useSession } from './server/useSession';
import Notices from './shared/Notices';
import { theme } from './theme';

const TextPage = lazy(() => import('./pages/TextPage'));
const ResetPasswordPage = lazy(() => import('./resources/users/ResetPasswordPage'));
const RequestAccountPage = lazy(() => import('./resources/users/RequestAccountPage'));

// What the first screen needs comes at once, not one after the other; what comes after a login, while its form is
// filled in: whoever only looks, or waits on a bad line for the form itself, does not pay for it.
i18nProviderOf(currentLanguage());
dropOldDrafts();
if (readSession().session) {
  loadSignedIn();
  loadPage(location.hash.slice(1));
  askFirst();
} else window.addEventListener('input', loadSignedIn, { once: true });

function loadSignedIn() {
  loadShell();
  loadList();
}

const styles = adoptedStylesCache();

const sourced = withOuterSource(location.search, location.hash);
if (sourced !== null) history.replaceState(null, '', location.pathname + sourced);

const router = createHashRouter([
  { path: '/:lang/*', element: <InLanguage />, errorElement: <LastWords /> },
  { path: '*', element: <GoHome />, errorElement: <LastWords /> },
]);

/** The portal: one theme, one hash router whose addresses begin with the language. */
export function App() {
  return (
    <CacheProvider value={styles}>
      <ThemeProvider theme={theme} defaultMode="system" modeStorageKey="portal_mode">
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
  return isLanguage(lang) ? <Portal language={lang} /> : <GoHome />;
}

/** react-admin, in the language of the address and with a memory for each user. */
function Portal({ language }: { language: Language }) {
  const { session } = useSession();
  const user = session?.identification;
  // Another user starts with nothing remembered.
  const memory = useMemo(() => {
    const queryClient = newQueryClient();
    // Beside the words, not after them.
    if (user !== undefined) queryClient.prefetchQuery(metaQuery(currentLanguage()));
    return { queryClient, authProvider: authProviderOf(queryClient), store: storeOf(user) };
  }, [user]);

  const before = useRef(language);

  useEffect(() => {
    rememberLanguage(language);
    if (before.current === language) return;
    before.current = language;
    // What the server words (statuses, messages) is asked for again in the new language; its declarations are there.
    memory.queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== metaKey });
  }, [language, memory]);

  return (
    <CoreAdminContext {...memory} dataProvider={dataProvider} basename={`/${language}`}>
      <Suspense fallback={<Start />}>
        <Screens language={language} />
      </Suspense>
    </CoreAdminContext>
  );
}

/**
 * Every screen of the portal. CoreAdminUI rather than AdminUI, whose defaults (Layout, Login and their inputs) the
 * login page would load for nothing.
 */
function Screens({ language }: { language: Language }) {
  const words = use(i18nProviderOf(language));
  const { data: meta } = useMetaQuery(language);
  return (
    <I18nContext.Provider value={words}>
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
            <Route path="login" element={<Login />} />
            <Route path="sts-description" element={<TextPage name="description" />} />
            <Route path="reset-password/:id" element={<ResetPasswordPage />} />
            <Route path="request-account/request" element={<RequestAccountPage />} />
            <Route path="sts-disclaimer" element={<TextPage name="disclaimer" />} />
          </Route>
        </CustomRoutes>
        {meta && screens(meta)}
        <CustomRoutes>
          {['', 'authentication-error', 'access-denied'].map((path) => (
            <Route key={path} path={path} element={<GoHome />} />
          ))}
        </CustomRoutes>
      </CoreAdminUI>
      <Notices />
    </I18nContext.Provider>
  );
}

/** The layout of the public pages: the page alone. */
function BareLayout() {
  return (
    <Box component="main" sx={{ display: 'flex', flexDirection: 'column', flex: 1 }}>
      <Suspense fallback={<Start />}>
        <Outlet />
      </Suspense>
    </Box>
  );
}
