// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readSession } from '../../api/session';
import type { Counter, ResourceMeta } from '../../api/types';
import { getListRequests, open, serve, workshops } from './testing';

const toSearch = (filter: object) => `?filter=${encodeURIComponent(JSON.stringify(filter))}`;
const requests: ResourceMeta = {
  ...workshops,
  name: 'active-repairs',
  title: 'Active repairs',
  create: null,
  record: { REPAIR: 'process-repair/{id}' },
  bulkActions: [],
  filters: [{ key: 'myTurn', type: 'switch', label: 'Needs my action' }],
};
const report: ResourceMeta = {
  ...requests,
  name: 'general-report',
  filterRequired: true,
  opensInNewTab: true,
  filters: [
    { key: 'createdFrom', label: 'From', type: 'date', other: 'createdTo', bound: 'from', opening: '2025-12-01' },
    { key: 'createdTo', label: 'To', type: 'date', other: 'createdFrom', bound: 'to', opening: null },
  ],
};

beforeEach(() => sessionStorage.clear());

describe('the rows of a list', () => {
  it('are busy while other ones load', async () => {
    serve(undefined, 30);
    open(workshops);
    await screen.findByRole('link', { name: 'Beta' });
    const table = screen.getByRole('table', { name: 'Workshops' });
    expect(table.getAttribute('aria-busy')).toBe('false');
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    fireEvent.click(screen.getByRole('button', { name: 'Go to next page' }));
    await waitFor(() => expect(table.getAttribute('aria-busy')).toBe('true'));
    expect(screen.getByRole('link', { name: 'Beta' })).toBeTruthy();
  });
});

describe('a list without rows', () => {
  it('says so with the name of its entries, and offers to add one to roles that may', async () => {
    serve([]);
    const page = { path: 'new-repair', group: 'new', label: 'New repair', icon: 'add', addsTo: 'active-repairs' };
    open(requests, { meta: { pages: [page] } });
    expect(await screen.findByText('No active repairs')).toBeTruthy();
    expect(screen.getByText(/^Repairs in progress will appear here/)).toBeTruthy();
    const links = screen.getAllByRole('link', { name: 'New repair' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/en/new-repair', '/en/new-repair']);
    // There is nothing to export.
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
    cleanup();
    open(requests);
    expect(await screen.findByText('No active repairs')).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('offers to clear its search and filters', async () => {
    const sent = serve([]);
    const address = open(workshops, { search: toSearch({ keyword: 'x', supportSpecialServices: true }) });
    expect(await screen.findByText('Nothing matches your search and filters.')).toBeTruthy();
    expect(screen.getByText('0 entries found')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Clear search and filters' }));
    expect(await screen.findByText('Nothing here yet')).toBeTruthy();
    await waitFor(() => expect([getListRequests(sent).at(-1)?.filter, address('filter')]).toEqual([{}, '{}']));
  });

  it('explains an empty report', async () => {
    serve([]);
    open(report);
    expect(await screen.findByText(/^No repairs match these filters/)).toBeTruthy();
  });

  it.each([
    ['a list of entries', workshops, ['clients']],
    ['a user with all data', requests, []],
  ])('does not mention missing clients in %s', async (_, resource, missing) => {
    serve([]);
    open(resource, { meta: { missing } as object });
    await screen.findByText(/^(Nothing here yet|No active repairs)$/);
    expect(screen.queryByText('No clients assigned')).toBeNull();
  });
});

it('is forbidden if the server does not declare it', async () => {
  serve();
  open(workshops, { meta: { resources: [] } });
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

describe('the line below the title', () => {
  const counters: Counter[] = [
    { requestType: 'REPAIR', total: 2 },
    { requestType: 'PARTS', total: 5 },
  ];

  it('has the number of requests, and of those that need the action of the user', async () => {
    serve(undefined, 1234);
    open(requests, { counters });
    expect((await screen.findByText(/^1,234 requests/)).textContent).toBe('1,234 requests, 2 need your action');
  });

  it.each<[string, ResourceMeta, Counter[] | null, string, string]>([
    ['no request needs action', requests, [{ requestType: 'REPAIR', total: 0 }], '', '2 requests'],
    ['other requests need action', requests, [{ requestType: 'PARTS', total: 3 }], '', '2 requests'],
    ['the role has no counters', requests, null, '', '2 requests'],
    ['every row needs action', { ...requests, filters: [] }, counters, '', '2 requests'],
    ['the rows are filtered', requests, counters, toSearch({ keyword: 'x' }), '2 requests found'],
  ])('has only the number if %s', async (_, resource, list, search, text) => {
    serve();
    open(resource, { counters: list, search });
    expect((await screen.findByText(/^2 requests/)).textContent).toBe(text);
  });

  it('has the period of a report, by default until today in New York', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-29T03:00:00Z') });
    serve();
    open(report);
    expect(await screen.findByText('2 requests, 12/01/2025 –\u2060 11/28/2026')).toBeTruthy();
    cleanup();
    open(report, { search: toSearch({ createdFrom: '2026-02-01', createdTo: '2026-02-28' }) });
    expect(await screen.findByText('2 requests, 02/01/2026 –\u2060 02/28/2026')).toBeTruthy();
    cleanup();
    open(report, { search: toSearch({ createdTo: '2026-02-28' }) });
    expect(await screen.findByText('2 requests found')).toBeTruthy();
    vi.useRealTimers();
  });
});

describe('the details button of a row', () => {
  it.each([
    ['Edit Beta', workshops],
    ['Details of Beta', { ...workshops, create: null }],
    ['Details of Beta, in a new tab', { ...workshops, create: null, opensInNewTab: true }],
  ])('is named "%s"', async (name, resource) => {
    serve();
    open(resource);
    const button = await screen.findByRole('link', { name });
    expect(button.getAttribute('href')).toBe('/en/workshops/2');
    expect(button.getAttribute('target')).toBe(resource.opensInNewTab ? '_blank' : null);
  });

  it('does not exist for rows without a page', async () => {
    serve();
    open({ ...workshops, record: {} });
    const row = (await screen.findByText('Beta')).closest('tr') as HTMLElement;
    expect(within(row).queryByRole('link')).toBeNull();
    expect(screen.queryByRole('columnheader', { name: 'Details' })).toBeNull();
  });
});

it('is the list that its records lead back to, as last viewed', async () => {
  serve();
  open(workshops, { search: '?page=1&sort=price&order=DESC' });
  await screen.findByRole('link', { name: 'Beta' });
  const user = readSession().session?.identification;
  expect(sessionStorage.getItem(`portal_list:${user}`)).toBe(
    JSON.stringify(['workshops', '?page=1&sort=price&order=DESC']),
  );
});

it.each([false, true])('offers its import also while it is empty (on a phone: %s)', async (phone) => {
  serve([]);
  open({ ...workshops, import: true }, { phone });
  await screen.findByText('Nothing here yet');
  expect(screen.getByRole('link', { name: 'Import' })).toBeTruthy();
});

it('requests another page, and more rows per page', async () => {
  const sent = serve(undefined, 60);
  const address = open(workshops);
  await screen.findByRole('link', { name: 'Beta' });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Go to previous page' }).disabled).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Go to next page' }));
  await waitFor(() => expect([address('page'), address('perPage')]).toEqual(['2', '10']));
  await waitFor(() => expect(getListRequests(sent).at(-1)?.range).toEqual([10, 19]));
  expect(await screen.findByText('Showing 11 to 20 of 60')).toBeTruthy();
  fireEvent.mouseDown(screen.getByRole('combobox', { name: /Rows per page/ }));
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['5', '10', '15', '25', '100']);
  fireEvent.click(screen.getByRole('option', { name: '25' }));
  await waitFor(() => expect([address('perPage'), address('page')]).toEqual(['25', '1']));
  await waitFor(() => expect(getListRequests(sent).at(-1)?.range).toEqual([0, 24]));
  const readPages = () =>
    within(screen.getByRole('navigation'))
      .getAllByRole('button', { name: /^(Page|Go to page) \d$/ })
      .map((button) => button.getAttribute('aria-label'));
  await waitFor(() => expect(readPages()).toEqual(['Page 1', 'Go to page 2', 'Go to page 3']));
});

describe('the button for filters and columns on a phone', () => {
  const openSheet = async (name = /^Filters, sorting/) => fireEvent.click(await screen.findByRole('button', { name }));

  it('has the number of filters, without the search and the one next to it', async () => {
    serve();
    const choice = {
      key: 'client',
      label: 'Client',
      type: 'choice',
      multiple: false,
      choices: [{ key: 'A', name: 'A' }],
    };
    const resource = { ...requests, filters: [...requests.filters, choice] } as ResourceMeta;
    open(resource, { phone: true, search: toSearch({ keyword: 'x', myTurn: true, client: 'A' }) });
    const button = await screen.findByRole('button', { name: /^Filters, sorting/ });
    expect(button.parentElement?.textContent).toBe('1');
  });

  it('opens a sheet that clears the filters, and closes by its button and by Back', async () => {
    serve();
    const address = open(workshops, { phone: true, search: toSearch({ supportSpecialServices: true }) });
    await openSheet();
    const sheet = within(await screen.findByRole('dialog'));
    expect(sheet.getByRole('button', { name: 'Offers special support', pressed: true })).toBeTruthy();
    fireEvent.click(sheet.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(address('filter')).toBe('{}'));
    await waitFor(() => expect(sheet.queryByRole('button', { name: 'Clear' })).toBeNull());
    fireEvent.click(sheet.getByRole('button', { name: 'Show list' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await openSheet();
    await screen.findByRole('dialog');
    fireEvent(window, new PopStateEvent('popstate'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('has the export and import of the list', async () => {
    serve();
    open({ ...workshops, import: true }, { phone: true });
    await screen.findByRole('link', { name: 'Beta' });
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
    await openSheet();
    const sheet = within(await screen.findByRole('dialog'));
    expect(sheet.getByRole('button', { name: 'Export' })).toBeTruthy();
    expect(sheet.getByRole('link', { name: 'Import' })).toBeTruthy();
  });
});

it('can be filtered by the turn of the user while it is, even if no request needs action', async () => {
  serve();
  const address = open(requests, {
    search: toSearch({ myTurn: true }),
    counters: [{ requestType: 'REPAIR', total: 0 }],
  });
  const filter = await screen.findByRole('button', { name: 'Needs my action', pressed: true });
  fireEvent.click(filter);
  await waitFor(() => expect(address('filter')).toBe('{}'));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Needs my action' })).toBeNull());
});

it('prints the days of its filters, and the names of several choices', async () => {
  serve();
  const choices = ['A', 'B', 'C'].map((key) => ({ key, name: `Name ${key}` }));
  const filters = [...report.filters, { key: 'kind', label: 'Kind', type: 'choices', multiple: true, choices }];
  const log = { ...workshops, filters } as ResourceMeta;
  open(log, { search: toSearch({ keyword: 'x', createdFrom: '2026-02-01', kind: ['A', 'C'] }) });
  await screen.findByRole('link', { name: 'Beta' });
  expect(screen.getByText('Search this list: x · From: 02/01/2026 · Kind: Name A, Name C')).toBeTruthy();
});
