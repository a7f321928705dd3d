import type { QueryClient } from '@tanstack/react-query';
import { CustomRoutes, Resource, ResourceContextProvider } from 'ra-core';
import type { ComponentType, ReactNode } from 'react';
import { matchPath, Outlet, type Params, Route } from 'react-router';
import type { Prefetch } from './api/prefetch';
import type { Meta, ResourceMeta } from './api/types';
import { iconOf } from './core/layout/icons';
import { usePath } from './core/routing/links';
import { GoHome, Redirect } from './core/routing/Redirect';
import { routeOf } from './core/routing/urls';
import { preloadable } from './core/ui/lazyWithPreload';

const HelpPage = preloadable(() => import('./features/help/HelpPage'));
const DecisionPage = preloadable(() => import('./features/users/AccountRequestDecisionPage'));

type PageCode = { default: () => ReactNode; prefetch?: Prefetch };
const page = (load: () => Promise<PageCode>) => preloadable(load);

/** The pages of their own, by the address that the server declares; all others are declared whole. */
const code = {
  'new-repair': page(() => import('./features/repairs/new/NewRepairPage')),
  'process-repair/{id}': page(() => import('./features/repairs/process/RepairPage')),
  'part-request/new': page(() => import('./features/partRequests/new/NewPartRequestPage')),
  'process-part-request/{id}': page(() => import('./features/partRequests/process/PartRequestPage')),
  'remote-support/new': page(() => import('./features/remoteSupport/new/NewRemoteSupportPage')),
  'remote-support/create-for-client': page(() => import('./features/remoteSupport/new/RemoteSupportForClientPage')),
  'instrument/{id}': page(() => import('./features/instruments/InstrumentPage')),
  'remote-support/process/{id}': page(() => import('./features/remoteSupport/process/RemoteSupportPage')),
  'edit/contact/{username}': page(() => import('./features/users/EditUserPage')),
  setup: page(() => import('./features/setup/SetupPage')),
  'mail-notification': page(() => import('./features/mail/MailPage')),
  'second-factor': page(() => import('./features/twoFactor/RequiredRolesPage')),
  'reports/general': page(() => import('./features/report/GeneralReportPage')),
  imports: page(() => import('./features/imports/ImportHistoryPage')),
  'imports/new/{target}': page(() => import('./features/imports/NewImportPage')),
  'imports/{id}': page(() => import('./features/imports/ImportPage')),
  profile: page(() => import('./features/users/ProfilePage')),
  'download/attachment/{id}': page(() => import('./features/download/DownloadAttachmentPage')),
};

const pages: Record<string, ComponentType> = {
  ...code,
  'request-account/approve/{id}': () => <DecisionPage key="approve" decision="approve" />,
  'request-account/reject/{id}': () => <DecisionPage key="reject" decision="reject" />,
  help: HelpPage,
  'help/{page}': HelpPage,
};

type Read = (client: QueryClient) => Promise<unknown>;

/**
 * Loads the code of the page at an address ("/en/new-repair"), null where it has none of its own; answers how the page
 * reads what it will ask for first, if it does.
 */
export function loadPage(address: string): Promise<Read | null> | null {
  const [pathname = '', search = ''] = address.split('?');
  for (const [path, { load }] of Object.entries(code)) {
    const match = matchPath(`/:lang/${routeOf(path)}`, pathname);
    if (match) return readOf(load, match.params, search);
  }
  return null;
}

async function readOf(load: () => Promise<PageCode>, params: Params, search: string): Promise<Read | null> {
  // Whoever opens the page is told if its code does not come.
  const prefetch = (await load().catch(() => null))?.prefetch;
  return prefetch ? (client) => prefetch(client, params, search) : null;
}

const loadForms = () => import('./app/ResourceFormPages');
const ListPage = preloadable(() => import('./app/ResourceListPage'));
const CreatePage = preloadable(() => loadForms().then(({ CreatePage }) => ({ default: CreatePage })));
const EditPage = preloadable(() => loadForms().then(({ EditPage }) => ({ default: EditPage })));
export const loadList = ListPage.load;

/**
 * A Resource for each list that the server declares, and the routes of all that the caller may open. They stand at the
 * addresses that the server gives them (`create/contact`, `edit/contact/{username}`) rather than at react-admin's: a link
 * to a row asks `recordRoute`, not `useCreatePath`. Whatever else begins with the name of a resource is no address.
 */
export function screens({ resources, pages: open, redirects }: Pick<Meta, 'resources' | 'pages' | 'redirects'>) {
  return [
    ...resources.map(({ name, title, icon, create, form }) => (
      <Resource
        key={name}
        name={name}
        icon={iconOf(icon)}
        options={{ label: title }}
        hasCreate={create !== null}
        hasEdit={form !== null}
      >
        <Route path="*" element={<GoHome />} />
      </Resource>
    )),
    <CustomRoutes key="routes">
      {resources.map(declaredRoutes)}
      {open.map(({ path }) => {
        const Page = pages[path];
        return Page && <Route key={path} path={routeOf(path)} element={<Page />} />;
      })}
      {Object.entries(redirects).map(([path, target]) => (
        <Route key={path} path={routeOf(path)} element={<ToRoute route={target} />} />
      ))}
    </CustomRoutes>,
  ];
}

/** List, new record and record of a resource, but for those that have a page of their own. */
function declaredRoutes({ name, path, create, record, form }: ResourceMeta) {
  const declared = (route: string | null): route is string => !!route && !(route in pages);
  return (
    <Route key={name} element={<InResource name={name} />}>
      {declared(path) && <Route path={path} element={<ListPage key={name} name={name} />} />}
      {form && declared(create) && <Route path={create} element={<CreatePage key={name} name={name} />} />}
      {form &&
        Object.values(record)
          .filter(declared)
          .map((route) => <Route key={route} path={routeOf(route)} element={<EditPage key={name} name={name} />} />)}
    </Route>
  );
}

function InResource({ name }: { name: string }) {
  return (
    <ResourceContextProvider value={name}>
      <Outlet />
    </ResourceContextProvider>
  );
}

function ToRoute({ route }: { route: string }) {
  const path = usePath();
  return <Redirect to={path(route)} />;
}
