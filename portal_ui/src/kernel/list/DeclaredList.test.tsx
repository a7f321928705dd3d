// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ThemeProvider } from '@mui/material/styles';
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { CoreAdminContext, I18nContext, memoryStore } from 'ra-core';
import { Notification } from 'react-admin';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { i18nProviderOf } from '../../i18n/i18nProvider';
import { dataProvider } from '../../server/dataProvider';
import { MetaProvider } from '../../server/meta';
import { newQueryClient } from '../../server/queryClient';
import { startSession } from '../../server/session';
import type { DateFilter, Filter, Meta, ResourceMeta } from '../../server/types';
import { theme } from '../../theme';
import DeclaredList from './DeclaredList';
import type { ListView } from './ListViews';
import type { RowExtras } from './rows';

/** What the server tells of a list that fifteen lines declare; its test (test_fifteen_lines.py) holds the file to that. */
const workshops = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../tests/resources/workshops.json'), 'utf8'),
) as ResourceMeta;

const words = await i18nProviderOf('en');
const shops = [
  { id: 1, name: 'Alpha', price: 10, supportSpecialServices: false },
  { id: 2, name: 'Beta', price: 1250.5, supportSpecialServices: true },
];

type Asked = { method: string; path: string; sort: unknown; filter: unknown; body: unknown };

/** A server of these rows, whatever is asked; it notes what was. */
function serve(rows: readonly object[] = shops) {
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit = {}) => {
    const { pathname: path, searchParams } = new URL(String(input), 'http://portal');
    const [sort, filter] = ['sort', 'filter'].map((name) => JSON.parse(searchParams.get(name) ?? 'null'));
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : null;
    asked.push({ method: init.method ?? 'GET', path, sort, filter, body });
    if (path.startsWith('/api/v1/parts')) return new Response(JSON.stringify([part]));
    const headers = { 'Content-Range': `rows 0-${rows.length - 1}/${rows.length}` };
    return new Response(JSON.stringify(init.method === 'PUT' ? { id: 1, ...body } : rows), { headers });
  });
  return asked;
}

const part = { id: 7, partName: 'Gate', manufacturer: 'Acme', number: 'G-1', imageUrl: null };

/** Draws the list at an address; on a phone where asked. */
function open(
  resource: ResourceMeta,
  { phone = false, extras = {} as RowExtras, search = '', views = undefined as ListView[] | undefined } = {},
) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: phone && query.includes('max-width'),
    addListener: () => {},
    removeListener: () => {},
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  const meta = { resources: [resource], pages: [], statuses: {}, choices: {}, limits: {} } as unknown as Meta;
  const page = (
    <CoreAdminContext queryClient={newQueryClient()} store={memoryStore()} dataProvider={dataProvider}>
      <I18nContext.Provider value={words}>
        <MetaProvider value={meta}>
          <DeclaredList name={resource.name} {...{ extras, views }} />
          <Notification autoHideDuration={50} />
        </MetaProvider>
      </I18nContext.Provider>
    </CoreAdminContext>
  );
  const router = createMemoryRouter([{ path: '/:lang/list', element: page }], {
    initialEntries: [`/en/list${search}`],
  });
  render(
    <ThemeProvider theme={theme}>
      <RouterProvider router={router} />
    </ThemeProvider>,
  );
  return (name: string) => new URLSearchParams(router.state.location.search).get(name);
}

const lists = (asked: readonly Asked[]) => asked.filter(({ method, path }) => method === 'GET' && /rest/.test(path));

configure({ asyncUtilTimeout: 10_000 });
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

describe('a declared list', { timeout: 60_000 }, () => {
  it('is a table whose rows are links; a column sorts, and the other way round when it is pressed again', async () => {
    const asked = serve();
    const address = open(workshops);
    const name = await screen.findByRole('link', { name: 'Beta' });
    expect(name.getAttribute('href')).toBe('/en/workshops/2');
    expect(screen.getByText('$1,250.50')).toBeTruthy();
    const order = () => lists(asked).at(-1)?.sort;
    expect(order()).toEqual(['name', 'ASC']);
    const head = (label: string) => within(screen.getByRole('columnheader', { name: label })).getByRole('button');

    fireEvent.click(head('Name'));
    await waitFor(() => expect(order()).toEqual(['name', 'DESC']));
    fireEvent.click(head('Name'));
    await waitFor(() => expect(address('order')).toBe('ASC'));
    // What is read from the right begins with the greatest.
    fireEvent.click(head('Price per hour'));
    await waitFor(() => expect(order()).toEqual(['price', 'DESC']));
    expect([address('sort'), address('order')]).toEqual(['price', 'DESC']);
  });

  it('asks for what is searched and filtered, and for all of it when that is cleared', async () => {
    const asked = serve();
    const address = open(workshops);
    await screen.findByRole('link', { name: 'Beta' });
    fireEvent.change(screen.getByLabelText('Search this list'), { target: { value: 'alp' } });
    await waitFor(() => expect(lists(asked).at(-1)?.filter).toEqual({ keyword: 'alp' }));
    fireEvent.click(screen.getByRole('button', { name: 'Supports special services', pressed: false }));
    const both = { keyword: 'alp', supportSpecialServices: true };
    await waitFor(() => expect(lists(asked).at(-1)?.filter).toEqual(both));
    expect(JSON.parse(address('filter') ?? '')).toEqual(both);
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(JSON.parse(address('filter') ?? '{}')).toEqual({}));
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Search this list').value).toBe(''));
  });

  it('takes both a search that still rests and a sort that is asked for meanwhile', async () => {
    const asked = serve();
    const address = open(workshops);
    await screen.findByRole('link', { name: 'Beta' });
    fireEvent.change(screen.getByLabelText('Search this list'), { target: { value: 'alp' } });
    fireEvent.click(within(screen.getByRole('columnheader', { name: 'Price per hour' })).getByRole('button'));
    await waitFor(() =>
      expect(lists(asked).at(-1)).toMatchObject({ sort: ['price', 'DESC'], filter: { keyword: 'alp' } }),
    );
    expect([address('sort'), JSON.parse(address('filter') ?? '')]).toEqual(['price', { keyword: 'alp' }]);
  });

  it('changes the chosen rows by a declared bulk action, each by itself', async () => {
    const asked = serve();
    open(workshops);
    await screen.findByRole('link', { name: 'Beta' });
    expect(screen.queryByRole('button', { name: 'Switch on' })).toBeNull();
    for (const box of screen.getAllByRole('checkbox').slice(1)) fireEvent.click(box);
    fireEvent.click(await screen.findByRole('button', { name: 'Switch on' }));
    await waitFor(() => expect(asked.filter(({ method }) => method === 'PUT')).toHaveLength(2));
    expect(asked.filter(({ method }) => method === 'PUT')).toMatchObject([
      { path: '/api/rest/workshops/1', body: { supportSpecialServices: true } },
      { path: '/api/rest/workshops/2', body: { supportSpecialServices: true } },
    ]);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Switch on' })).toBeNull());
  });

  const expands: RowExtras = {
    price: {
      expand: ({ name }) =>
        name === 'Beta' ? { text: 'More', label: `More of ${name}`, content: <p>Opens at nine</p> } : null,
    },
  };

  it.each([false, true])('unfolds a row that holds more (on a phone: %s)', async (phone) => {
    serve();
    open(workshops, { extras: expands, phone });
    const button = await screen.findByRole('button', { name: 'More of Beta' });
    expect(screen.queryByText('Opens at nine')).toBeNull();
    fireEvent.click(button);
    const content = await screen.findByText('Opens at nine');
    expect(button.getAttribute('aria-expanded')).toBe('true');
    const place = document.getElementById(button.getAttribute('aria-controls') ?? '');
    expect(place?.contains(content)).toBe(true);
    expect(screen.queryByRole('button', { name: 'More of Alpha' })).toBeNull();
  });

  it('is cards on a phone, sorted by a menu whose entries toggle', async () => {
    serve();
    const address = open(workshops, { phone: true });
    const beta = (await screen.findByRole('link', { name: 'Beta' })).closest('li') as HTMLElement;
    expect(within(screen.getByRole('list', { name: 'Workshops' })).getAllByRole('listitem')).toHaveLength(2);
    expect(within(beta).getByText('Price per hour').parentElement?.textContent).toBe('Price per hour$1,250.50');
    expect(screen.queryByRole('table')).toBeNull();
    // All but the search waits behind one button.
    expect(screen.queryByRole('button', { name: 'Columns' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Filters, order and columns' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Filters, order and columns' }));
    expect(sheet.getByRole('button', { name: 'Columns' })).toBeTruthy();
    expect(sheet.getByRole('button', { name: 'Supports special services' })).toBeTruthy();
    for (const order of ['DESC', 'ASC']) {
      fireEvent.click(screen.getByRole('button', { name: 'Sorted by Name' }));
      fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Name', checked: true }));
      await waitFor(() => expect(address('order')).toBe(order));
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    }
  });
});

const choice = (key: string, label: string, choices: { key: string; name: string }[], type: 'choice' | 'given') =>
  ({ key, label, type, multiple: false, choices }) satisfies Filter;
const from: DateFilter = {
  key: 'createdFrom',
  label: 'From',
  type: 'date',
  other: 'createdTo',
  bound: 'from',
  opening: '2025-12-01',
};
const to: DateFilter = {
  key: 'createdTo',
  label: 'To',
  type: 'date',
  other: 'createdFrom',
  bound: 'to',
  opening: null,
};
const report: ResourceMeta = {
  ...workshops,
  filterRequired: true,
  bulkActions: [],
  filters: [
    choice('categoryId', 'Category', [{ key: 'RPM', name: 'Portal' }], 'choice'),
    { key: 'partId', label: 'Part', type: 'part', other: 'categoryId' },
    { key: 'serialNumber', label: 'Serial', type: 'text' },
    from,
    to,
    choice('leftStep', 'Step', [{ key: 'NEW', name: 'New' }], 'given'),
  ],
};

async function typeDay(label: string, ...parts: string[]) {
  const group = screen.getByRole('group', { name: label });
  for (const [index, digits] of parts.entries()) {
    const section = () => within(group).getAllByRole('spinbutton')[index] as HTMLElement;
    await act(async () => section().focus());
    for (const digit of digits) {
      section().textContent = digit;
      await act(async () => fireEvent.input(section()));
    }
  }
}

async function clearDay(label: string) {
  const group = screen.getByRole('group', { name: label });
  for (const section of within(group).getAllByRole('spinbutton')) {
    await act(async () => section.focus());
    await act(async () => fireEvent.keyDown(section, { key: 'Delete' }));
  }
}

describe('the filters of a report', { timeout: 60_000 }, () => {
  const search = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Search' });
  const unfold = () => fireEvent.click(screen.getByRole('button', { name: 'Filters' }));

  it('are asked for together, once one is filled in and Search is pressed', async () => {
    const asked = serve();
    const address = open(report);
    await screen.findByText('From: 12/01/2025');
    expect(lists(asked).at(-1)?.filter).toEqual({ createdFrom: '2025-12-01T00:00:00' });
    unfold();
    const serial = await screen.findByLabelText('Serial');
    await clearDay('From');
    expect(search().disabled).toBe(true);
    fireEvent.change(serial, { target: { value: '  ' } });
    expect(search().disabled).toBe(true);
    fireEvent.change(serial, { target: { value: ' 7 ' } });
    await typeDay('From', '02', '01', '2026');
    await act(async () => fireEvent.click(search()));
    await screen.findByRole('link', { name: 'Beta' });
    expect(JSON.parse(address('filter') ?? '')).toEqual({ serialNumber: '7', createdFrom: '2026-02-01' });
    expect(lists(asked).at(-1)?.filter).toEqual({ serialNumber: '7', createdFrom: '2026-02-01T00:00:00' });
    expect(screen.getByText('Serial: 7')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Reset' }));
    await screen.findByText('From: 12/01/2025');
    expect(screen.queryByText('Serial: 7')).toBeNull();
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Serial').value).toBe(''));
  });

  it('say what is wrong with their days: half typed, or in the wrong order', async () => {
    const asked = serve();
    open(report);
    await screen.findByText('From: 12/01/2025');
    unfold();
    await screen.findByLabelText('Serial');
    const before = lists(asked).length;
    await typeDay('From', '02', '03', '2026');
    await typeDay('To', '02');
    await act(async () => fireEvent.click(search()));
    expect(screen.getByRole('alert').textContent).toMatch(/^Not complete/);
    await typeDay('To', '02', '01', '2026');
    await act(async () => fireEvent.click(search()));
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      'Must not be after the last day',
      'Must not be before the first day',
    ]);
    expect(lists(asked)).toHaveLength(before);
    await typeDay('To', '12', '31', '2026');
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    await act(async () => fireEvent.click(search()));
    await screen.findByRole('link', { name: 'Beta' });
  });

  it('offer the parts of a category, and forget the part with the category', async () => {
    serve();
    const filter = { categoryId: 'RPM', partId: '7', leftStep: 'NEW' };
    const address = open(report, { search: `?filter=${encodeURIComponent(JSON.stringify(filter))}` });
    await screen.findByText('Part: Acme Gate');
    unfold();
    const chosen = await screen.findByRole<HTMLInputElement>('combobox', { name: /^Part/ });
    await waitFor(() => expect(chosen.value).toBe('Acme Gate'));
    fireEvent.mouseDown(screen.getByRole('combobox', { name: /^Category/ }));
    fireEvent.click(await screen.findByText('Any'));
    await waitFor(() => expect(chosen.disabled).toBe(true));
    expect(chosen.value).toBe('');
    expect(screen.getByText('Choose a category first')).toBeTruthy();
    // What only a link asks for is told, and can be taken away; the rest is asked for with it.
    fireEvent.click(within(screen.getByText('Step: New').parentElement as HTMLElement).getByTestId('CancelIcon'));
    await screen.findByText('From: 12/01/2025');
    expect(JSON.parse(address('filter') ?? '{}')).toEqual({});
  });

  it('are looked at in the view that is open: at first the first one', async () => {
    serve();
    const views = [{ key: 'charts', label: 'report.charts', Body: () => <p>the charts</p> }];
    const address = open(report, { views });
    await screen.findByText('the charts');
    unfold();
    fireEvent.change(await screen.findByLabelText('Serial'), { target: { value: '7' } });
    await act(async () => fireEvent.click(search()));
    await screen.findByText('Serial: 7');
    await waitFor(() => expect(address('view')).toBe('charts'));
    fireEvent.click(screen.getByRole('tab', { name: '2 requests' }));
    await screen.findByRole('link', { name: 'Beta' });
    fireEvent.click(screen.getByRole('button', { name: 'Reset' }));
    await screen.findByText('From: 12/01/2025');
    await waitFor(() => expect(address('view')).toBe('rows'));
    expect(screen.getByRole('link', { name: 'Beta' })).toBeTruthy();
  });
});
