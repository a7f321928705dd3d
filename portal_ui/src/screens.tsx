import type { QueryClient } from '@tanstack/react-query';
import { CustomRoutes, Resource, ResourceContextProvider } from 'ra-core';
import { type ComponentType, lazy } from 'react';
import { matchPath, Outlet, Route } from 'react-router';
import { routeOf } from './kernel/routing/addresses';
import { GoHome, Redirect } from './kernel/routing/Redirect';
import { iconOf } from './kernel/shell/icons';
import type { Prefetch } from './server/prefetch';
import type { Meta, ResourceMeta } from './server/types';
import { usePath } from './shared/links';

const HelpPage = lazy(() => import('./pages/help/HelpPage'));
const DecisionPage = lazy(() => import('./resources/users/DecisionPage'));

type PageCode = { default: ComponentType; prefetch?: Prefetch };

/** The code of pages of their own, by the address that the server declares; all other pages are declared whole. */
const code = {
  'new-repair': () => import('./pages/newRepair/NewRepairPage'),
  'process-repair/{id}': () => import('./processes/repair/RepairPage'),
  'part-request/new': () => import('./pages/newPartRequest/NewPartRequestPage'),
  'process-part-request/{id}': () => import('./processes/partRequest/PartRequestPage'),
  'remote-support/new': () => import('./pages/newRemoteSupport/NewRemoteSupportPage'),
  'instrument/{id}': () => import('./pages/instrument/InstrumentPage'),
  'remote-support/process/{id}': () => import('./processes/remoteSupport/RemoteSupportPage'),
  'edit/contact/{username}': () => import('./resources/users/EditUserPage'),
  'mail-notification': () => import('./resources/mail/MailPage'),
  'second-factor': () => import('./resources/users/FactorRolesPage'),
  'reports/general': () => import('./pages/report/GeneralReportPage'),
  imports: () => import('./pages/imports/HistoryPage'),
  'imports/new/{target}': () => import('./pages/imports/NewImportPage'),
  'imports/{id}': () => import('./pages/imports/ImportPage'),
  profile: () => import('./resources/users/ProfilePage'),
  'download/attachment/{id}': () => import('./pages/DownloadAttachment'),
} satisfies Record<string, () => Promise<PageCode>>;

const pages: Record<string, ComponentType> = {
  ...Object.fromEntries(Object.entries(code).map(([path, load]) => [path, lazy(load)])),
  'request-account/approve/{id}': () => <DecisionPage key="approve" decision="approve" />,
  'request-account/reject/{id}': () => <DecisionPage key="reject" decision="reject" />,
  help: HelpPage,
  'help/{page}': HelpPage,
};

/**
 * Loads the code of the page at an address ("/en/new-repair"), where it has any of its own; answers how it reads what it
 * will ask for first.
 */
export async function loadPage(address: string): Promise<((client: QueryClient) => Promise<unknown>) | null> {
  const [pathname = '', search = ''] = address.split('?');
  for (const [path, load] of Object.entries<() => Promise<PageCode>>(code)) {
    const match = matchPath(`/:lang/${routeOf(path)}`, pathname);
    if (!match) continue;
    // Whoever opens the page is told if its code does not come.
    const prefetch = (await load().catch(() => null))?.prefetch;
    return prefetch ? (client) => prefetch(client, match.params, search) : null;
  }
  return null;
}

export const loadList = () => import('./DeclaredListPage');
const loadForms = () => import('./DeclaredFormPage');
const ListPage = lazy(loadList);
const CreatePage = lazy(() => loadForms().then(({ CreatePage }) => ({ default: CreatePage })));
const EditPage = lazy(() => loadForms().then(({ EditPage }) => ({ default: EditPage })));

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
