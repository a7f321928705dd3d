import { CustomRoutes, Resource, ResourceContextProvider } from 'ra-core';
import { type ComponentType, lazy } from 'react';
import { Outlet, Route } from 'react-router';
import { routeOf } from './kernel/routing/addresses';
import { GoHome, Redirect } from './kernel/routing/Redirect';
import { iconOf } from './kernel/shell/icons';
import type { Meta, ResourceMeta } from './server/types';
import { usePath } from './shared/links';

const HelpPage = lazy(() => import('./pages/help/HelpPage'));
const DecisionPage = lazy(() => import('./resources/users/DecisionPage'));

/** Pages that are drawn by code of their own, by the address that the server declares; all others are declared whole. */
const pages: Record<string, ComponentType> = {
  'new-repair': lazy(() => import('./pages/newRepair/NewRepairPage')),
  'process-repair/{id}': lazy(() => import('./processes/repair/RepairPage')),
  'part-request/new': lazy(() => import('./pages/newPartRequest/NewPartRequestPage')),
  'process-part-request/{id}': lazy(() => import('./processes/partRequest/PartRequestPage')),
  'remote-support/new': lazy(() => import('./pages/newRemoteSupport/NewRemoteSupportPage')),
  'remote-support/process/{id}': lazy(() => import('./processes/remoteSupport/RemoteSupportPage')),
  'edit/contact/{username}': lazy(() => import('./resources/users/EditUserPage')),
  'request-account/approve/{id}': () => <DecisionPage key="approve" decision="approve" />,
  'request-account/reject/{id}': () => <DecisionPage key="reject" decision="reject" />,
  'mail-notification': lazy(() => import('./resources/mail/MailPage')),
  'second-factor': lazy(() => import('./resources/users/FactorRolesPage')),
  'reports/general': lazy(() => import('./pages/report/GeneralReportPage')),
  imports: lazy(() => import('./pages/imports/HistoryPage')),
  'imports/new/{target}': lazy(() => import('./pages/imports/NewImportPage')),
  'imports/{id}': lazy(() => import('./pages/imports/ImportPage')),
  help: HelpPage,
  'help/{page}': HelpPage,
  profile: lazy(() => import('./resources/users/ProfilePage')),
  'download/attachment/{id}': lazy(() => import('./pages/DownloadAttachment')),
};

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
