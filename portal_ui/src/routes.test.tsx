// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { CoreAdminContext, CoreAdminUI, I18nContext, memoryStore } from 'ra-core';
import { Suspense } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dataProvider } from './api/dataProvider';
import { ApiError } from './api/errors';
import { MetaProvider } from './api/meta';
import { createQueryClient } from './api/queryClient';
import type { Meta, ResourceMeta } from './api/types';
import { PreviewProvider } from './core/files/preview';
import { getI18nProvider } from './core/i18n/i18nProvider';
import type { Language } from './core/i18n/language';
import Snackbar from './core/layout/Snackbar';
import { renderRoutes } from './routes';
import { theme } from './theme/theme';

/** Meta of a list as the server sends it (tests/resources/test_admin_resource.py). */
const workshops = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../tests/resources/workshops.json'), 'utf8'),
) as ResourceMeta;

type MockResponse = { status?: number; body?: unknown; range?: string };
type Sent = { method: string; path: string; query: URLSearchParams; body: unknown };

/** Stub fetch with the responses of a test; return the requests sent. */
function mockServer(respond: (request: Sent) => MockResponse | Promise<MockResponse>): Sent[] {
  const requests: Sent[] = [];
  vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit = {}) => {
    const url = new URL(String(input), 'http://portal');
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : null;
    const request = { method: init.method ?? 'GET', path: url.pathname, query: url.searchParams, body };
    requests.push(request);
    const { status = 200, body: responseBody = null, range } = await respond(request);
    return new Response(JSON.stringify(responseBody), { status, headers: range ? { 'Content-Range': range } : {} });
  });
  return requests;
}

async function open(route: string, resources: ResourceMeta[], language: Language = 'en', more: Partial<Meta> = {}) {
  const i18nProvider = await getI18nProvider(language);
  const limits = { imageBytes: 1_000_000 };
  const meta = {
    resources,
    defaultViews: {},
    pages: [],
    redirects: {},
    statuses: {},
    choices: {},
    limits,
    ...more,
  } as unknown as Meta;
  const page = (
    <CoreAdminContext
      queryClient={createQueryClient()}
      store={memoryStore()}
      dataProvider={dataProvider}
      basename={`/${language}`}
    >
      <I18nContext.Provider value={i18nProvider}>
        <MetaProvider value={meta}>
          <PreviewProvider>
            <Suspense>
              <CoreAdminUI disableTelemetry catchAll={() => <p>home</p>}>
                {renderRoutes(meta)}
              </CoreAdminUI>
            </Suspense>
            <Snackbar />
          </PreviewProvider>
        </MetaProvider>
      </I18nContext.Provider>
    </CoreAdminContext>
  );
  const router = createMemoryRouter([{ path: '/:lang/*', element: page }], {
    initialEntries: [`/${language}/${route}`],
  });
  render(
    <ThemeProvider theme={theme}>
      <RouterProvider router={router} />
    </ThemeProvider>,
  );
  return router;
}

const row = (id: number, name = `Shop ${id}`) => ({ id, name, price: 12.5, supportSpecialServices: id % 2 === 0 });

// A busy machine must not fail tests.
configure({ asyncUtilTimeout: 30_000 });

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  // ra-core logs each error response, which are expected here.
  const note = console.error;
  vi.spyOn(console, 'error').mockImplementation((...args) => args[0] instanceof ApiError || note(...args));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a declared list', { timeout: 30_000 }, () => {
  const mockList = (count: number) =>
    mockServer(({ query }) => {
      const [from = 0, to = 0] = JSON.parse(query.get('range') ?? '[0,9]') as number[];
      const rows = Array.from({ length: count }, (_, index) => row(index + 1)).slice(from, to + 1);
      return { body: rows, range: `workshops ${from}-${from + rows.length - 1}/${count}` };
    });

  it('has an empty state with a create link', async () => {
    mockList(0);
    await open('workshops', [workshops]);
    expect(await screen.findByText('Nothing here yet')).toBeTruthy();
    const [link] = screen.getAllByRole('link', { name: 'Add workshop' });
    expect(link?.getAttribute('href')).toBe('/en/workshops/create');
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  });

  it('formats values by type and links to the record', async () => {
    mockList(1);
    await open('workshops', [workshops]);
    const line = (await screen.findByRole('link', { name: 'Shop 1' })).closest('tr');
    expect(line?.textContent).toContain('$12.50');
    expect(line?.textContent).toContain('No');
    expect(screen.getByRole('link', { name: 'Edit Shop 1' }).getAttribute('href')).toBe('/en/workshops/1');
    expect(screen.getByText('Showing 1 to 1 of 1')).toBeTruthy();
  });

  it('has pages, and sorts on the server', async () => {
    const requests = mockList(25);
    await open('workshops', [workshops]);
    expect(await screen.findByText('Showing 1 to 10 of 25')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Go to next page' }));
    expect(await screen.findByText('Showing 11 to 20 of 25')).toBeTruthy();
    expect(await screen.findByRole('link', { name: 'Shop 11' })).toBeTruthy();
    const header = () => screen.getByRole('columnheader', { name: /price per hour/i });
    const sortAgain = () => fireEvent.click(within(header()).getByRole('button'));
    for (const order of ['DESC', 'ASC']) {
      sortAgain();
      expect(header().getAttribute('aria-sort')).toBe(order === 'ASC' ? 'ascending' : 'descending');
      await waitFor(() => expect(requests.at(-1)?.query.get('sort')).toBe(`["price","${order}"]`));
    }
    // The rows in this order are cached: no request.
    sortAgain();
    expect(header().getAttribute('aria-sort')).toBe('descending');
  });

  it('redirects home if the server does not declare it', async () => {
    mockServer(() => ({ status: 500 }));
    await open('workshops', []);
    expect(screen.getByText('home')).toBeTruthy();
  });
});

describe('a declared page', () => {
  it('renders if declared, else redirects to the declared target or home', async () => {
    mockServer(() => ({ body: [], range: 'workshops 0-0/0' }));
    const label = { group: '', label: '', icon: '', addsTo: null };
    await open('mail-notification', [workshops]);
    expect(await screen.findByText('home')).toBeTruthy();
    cleanup();
    await open('workshops', []);
    expect(await screen.findByText('home')).toBeTruthy();
    cleanup();
    const router = await open('remote-support/new', [workshops], 'en', {
      redirects: { 'remote-support/new': 'workshops' },
    });
    await waitFor(() => expect(router.state.location.pathname).toBe('/en/workshops'));
    cleanup();
    await open('download/attachment/7', [], 'en', { pages: [{ ...label, path: 'download/attachment/{id}' }] });
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
  });
});
