import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ThemeProvider } from '@mui/material/styles';
import { act, cleanup, render } from '@testing-library/react';
import { CoreAdminContext, I18nContext, memoryStore } from 'ra-core';
import { Notification } from 'react-admin';
import { flushSync } from 'react-dom';
import { createMemoryRouter, parsePath, Route, RouterProvider, Routes } from 'react-router';
import { afterEach, beforeEach, vi } from 'vitest';
import { CountersProvider } from '../../api/counters';
import { dataProvider } from '../../api/dataProvider';
import { MetaProvider } from '../../api/meta';
import { createQueryClient } from '../../api/queryClient';
import { startSession } from '../../api/session';
import type { Counter, Meta, ResourceMeta } from '../../api/types';
import { theme } from '../../theme/theme';
import { getI18nProvider } from '../i18n/i18nProvider';
import { stubMediaQueries } from '../ui/testing';
import type { ListView } from './ListViewTabs';
import ResourceList from './ResourceList';
import type { ColumnOverrides } from './rows';

/** Metadata of a declared list. tests/resources/test_admin_resource.py compares it with the server's. */
export const workshops = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../tests/resources/workshops.json'), 'utf8'),
) as ResourceMeta;

const i18nProvider = await getI18nProvider('en');
const defaultRows = [
  { id: 1, name: 'Alpha', price: 10, supportSpecialServices: false },
  { id: 2, name: 'Beta', price: 1250.5, supportSpecialServices: true },
];

type SentRequest = { method: string; path: string; sort: unknown; filter: unknown; range: unknown; body: unknown };

/** Stub a server that returns these rows of `total`; return the recorded requests. */
export function serve(rows: readonly object[] = defaultRows, total = rows.length) {
  const requests: SentRequest[] = [];
  vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit = {}) => {
    const { pathname: path, searchParams } = new URL(String(input), 'http://portal');
    const [sort, filter, range] = ['sort', 'filter', 'range'].map((name) =>
      JSON.parse(searchParams.get(name) ?? 'null'),
    );
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : null;
    requests.push({ method: init.method ?? 'GET', path, sort, filter, range, body });
    if (path.startsWith('/api/v1/parts')) return new Response(JSON.stringify([part]));
    const headers = { 'Content-Range': `rows 0-${rows.length - 1}/${total}` };
    return new Response(JSON.stringify(init.method === 'PUT' ? { id: 1, ...body } : rows), { headers });
  });
  return requests;
}

const part = { id: 7, partName: 'Gate', manufacturer: 'Acme', number: 'G-1', imageUrl: null };

/** Render the list at a URL; return a getter of URL parameters. */
export function open(
  resource: ResourceMeta,
  {
    phone = false,
    extras = {} as ColumnOverrides,
    search = '',
    state = null as unknown,
    views = undefined as ListView[] | undefined,
    meta: more = {} as Partial<Meta>,
    counters = null as Counter[] | null,
  } = {},
) {
  viewport.isNarrow = phone;
  viewport.announceChange = stubMediaQueries((query) => viewport.isNarrow && query.includes('max-width'));
  const declared = { resources: [resource], defaultViews: {}, pages: [], statuses: {}, choices: {}, limits: {} };
  const meta = { ...declared, ...more } as unknown as Meta;
  const page = (
    <CoreAdminContext queryClient={createQueryClient()} store={memoryStore()} dataProvider={dataProvider}>
      <I18nContext.Provider value={i18nProvider}>
        <MetaProvider value={meta}>
          <CountersProvider value={counters}>
            <ResourceList name={resource.name} {...{ extras, views }} />
          </CountersProvider>
          <Notification autoHideDuration={50} />
        </MetaProvider>
      </I18nContext.Provider>
    </CoreAdminContext>
  );
  // As in the portal: descendant routes of the router, which renders a URL in a transition.
  const routes = (
    <Routes>
      <Route path="/:lang/list" element={page} />
    </Routes>
  );
  const router = createMemoryRouter([{ path: '*', element: routes }], {
    initialEntries: [{ ...parsePath(`/en/list${search}`), state }],
  });
  render(
    <ThemeProvider theme={theme}>
      <RouterProvider router={router} flushSync={(update) => void flushSync(update)} />
    </ThemeProvider>,
  );
  const address = (name: string) => new URLSearchParams(router.state.location.search).get(name);
  return Object.assign(address, { location: () => router.state.location, back: () => act(() => router.navigate(-1)) });
}

const viewport = { isNarrow: false, announceChange() {} };

/** Make the viewport narrow, as when a tablet is rotated. */
export function turnTablet() {
  viewport.isNarrow = true;
  viewport.announceChange();
}

export const getListRequests = (requests: readonly SentRequest[]) =>
  requests.filter(({ method, path }) => method === 'GET' && /rest/.test(path));

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  startSession({ identification: 'admin', token: 't', permissions: ['ADMIN'] });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
