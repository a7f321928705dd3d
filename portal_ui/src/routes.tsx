import type { QueryClient } from '@tanstack/react-query';
import { CustomRoutes, Resource, ResourceContextProvider } from 'ra-core';
import type { ComponentType, ReactNode } from 'react';
import { matchPath, Outlet, type Params, Route } from 'react-router';
import type { Prefetch } from './api/prefetch';
import type { Meta, ResourceMeta } from './api/types';
import { getIcon } from './core/layout/icons';
import { useLocalizedPath } from './core/routing/links';
import { Redirect, RedirectHome } from './core/routing/Redirect';
import { toRoutePattern } from './core/routing/urls';
import { FormColumn } from './core/ui/FormColumn';
import { lazyPage } from './core/ui/lazyPart';
import { FormPageSkeleton, ImportPageSkeleton } from './core/ui/Skeletons';

const HelpPage = lazyPage(() => import('./features/help/HelpPage'));
const AccountRequestDecisionPage = lazyPage(() => import('./features/users/AccountRequestDecisionPage'));

const formSkeleton = (
  <FormColumn>
    <FormPageSkeleton />
  </FormColumn>
);

type PageCode = { default: () => ReactNode; prefetch?: Prefetch };
const lazyOwnPage = (load: () => Promise<PageCode>, skeleton?: ReactNode) => lazyPage(load, skeleton);

/** Lazy pages by declared address. The other pages are generated from the meta. */
const lazyPages = {
  'new-repair': lazyOwnPage(() => import('./features/repairs/new/NewRepairPage')),
  'process-repair/{id}': lazyOwnPage(() => import('./features/repairs/process/RepairPage')),
  'part-request/new': lazyOwnPage(() => import('./features/partRequests/new/NewPartRequestPage')),
  'process-part-request/{id}': lazyOwnPage(() => import('./features/partRequests/process/PartRequestPage')),
  'remote-support/new': lazyOwnPage(() => import('./features/remoteSupport/new/NewRemoteSupportPage')),
  'remote-support/create-for-client': lazyOwnPage(
    () => import('./features/remoteSupport/new/RemoteSupportForClientPage'),
  ),
  'instrument/{id}': lazyOwnPage(() => import('./features/instruments/InstrumentPage')),
  'remote-support/process/{id}': lazyOwnPage(() => import('./features/remoteSupport/process/RemoteSupportPage')),
  'edit/contact/{username}': lazyOwnPage(() => import('./features/users/EditUserPage'), formSkeleton),
  settings: lazyOwnPage(() => import('./features/settings/SettingsPage')),
  setup: lazyOwnPage(() => import('./features/setup/SetupPage')),
  'mail-notification': lazyOwnPage(() => import('./features/mail/MailPage')),
  'second-factor': lazyOwnPage(() => import('./features/twoFactor/RequiredRolesPage')),
  'reports/general': lazyOwnPage(() => import('./features/report/GeneralReportPage')),
  imports: lazyOwnPage(() => import('./features/imports/ImportHistoryPage')),
  'imports/new/{target}': lazyOwnPage(() => import('./features/imports/NewImportPage')),
  'imports/{id}': lazyOwnPage(() => import('./features/imports/ImportPage'), <ImportPageSkeleton />),
  profile: lazyOwnPage(() => import('./features/users/ProfilePage')),
  'download/attachment/{id}': lazyOwnPage(() => import('./features/download/DownloadAttachmentPage')),
};

const pages: Record<string, ComponentType> = {
  ...lazyPages,
  'request-account/approve/{id}': () => <AccountRequestDecisionPage key="approve" decision="approve" />,
  'request-account/reject/{id}': () => <AccountRequestDecisionPage key="reject" decision="reject" />,
  help: HelpPage,
  'help/{page}': HelpPage,
};

type RunPrefetch = (client: QueryClient) => Promise<unknown>;

/**
 * Load the code of a page by address ("/en/new-repair") and return its prefetch. Null means that the page has no
 * separate code, a promise of null that it has no prefetch.
 */
export function preloadRoute(address: string): Promise<RunPrefetch | null> | null {
  const [pathname = '', search = ''] = address.split('?');
  for (const [path, { load }] of Object.entries(lazyPages)) {
    const match = matchPath(`/:lang/${toRoutePattern(path)}`, pathname);
    if (match) return loadPrefetch(load, match.params, search);
  }
  return null;
}

async function loadPrefetch(
  load: () => Promise<PageCode>,
  params: Params,
  search: string,
): Promise<RunPrefetch | null> {
  // The page shows the error if its code does not load.
  const prefetch = (await load().catch(() => null))?.prefetch;
  return prefetch ? (client) => prefetch(client, params, search) : null;
}

const loadForms = () => import('./app/ResourceFormPages');
const ListPage = lazyPage(() => import('./app/ResourceListPage'));
const CreatePage = lazyPage(() => loadForms().then(({ CreatePage }) => ({ default: CreatePage })), formSkeleton);
const EditPage = lazyPage(() => loadForms().then(({ EditPage }) => ({ default: EditPage })), formSkeleton);
export const loadList = ListPage.load;

/**
 * Render a Resource for each declared list, and all routes that the user may open. The server declares the addresses
 * (`create/contact`, `edit/contact/{username}`). They differ from react-admin's: links to a row use `getRecordRoute`,
 * not `useCreatePath`. Other addresses below the name of a resource redirect home.
 */
export function renderRoutes({ resources, pages: open, redirects }: Pick<Meta, 'resources' | 'pages' | 'redirects'>) {
  return [
    ...resources.map(({ name, title, icon, create, form }) => (
      <Resource
        key={name}
        name={name}
        icon={getIcon(icon)}
        options={{ label: title }}
        hasCreate={create !== null}
        hasEdit={form !== null}
      >
        <Route path="*" element={<RedirectHome />} />
      </Resource>
    )),
    <CustomRoutes key="routes">
      {resources.map(renderResourceRoutes)}
      {open.map(({ path }) => {
        const Page = pages[path];
        return Page && <Route key={path} path={toRoutePattern(path)} element={<Page />} />;
      })}
      {Object.entries(redirects).map(([path, target]) => (
        <Route key={path} path={toRoutePattern(path)} element={<RedirectTo route={target} />} />
      ))}
    </CustomRoutes>,
  ];
}

/** Render list, create and edit routes of a resource, except those in `pages`. */
function renderResourceRoutes({ name, path, create, record, form }: ResourceMeta) {
  const declared = (route: string | null): route is string => !!route && !(route in pages);
  return (
    <Route key={name} element={<ResourceRoute name={name} />}>
      {declared(path) && <Route path={path} element={<ListPage key={name} name={name} />} />}
      {form && declared(create) && <Route path={create} element={<CreatePage key={name} name={name} />} />}
      {form &&
        Object.values(record)
          .filter(declared)
          .map((route) => (
            <Route key={route} path={toRoutePattern(route)} element={<EditPage key={name} name={name} />} />
          ))}
    </Route>
  );
}

function ResourceRoute({ name }: { name: string }) {
  return (
    <ResourceContextProvider value={name}>
      <Outlet />
    </ResourceContextProvider>
  );
}

function RedirectTo({ route }: { route: string }) {
  const path = useLocalizedPath();
  return <Redirect to={path(route)} />;
}
