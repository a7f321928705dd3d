// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { I18nContext, ListContext, type ListControllerResult } from 'ra-core';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MetaProvider } from '../../api/meta';
import type { Charts, Meta } from '../../api/types';
import { getTestI18nProvider } from '../../core/i18n/testing';
import { theme } from '../../theme/theme';
import { ReportCharts } from './ReportCharts';

const server = vi.hoisted(() => ({ response: {} as object, filters: [] as unknown[] }));

vi.mock('../../core/lists/listScreen', () => ({
  useListScreen: () => ({ resource: { filters: [], record: { REPAIR: 'process-repair/{id}' } } }),
}));
vi.mock('./charts', async (original) => ({
  ...(await original<object>()),
  useCharts: (filter: unknown) => {
    server.filters.push(filter);
    return server.response;
  },
}));

const meta = {
  choices: { roles: [] },
  statuses: {
    REPAIR: [
      { key: 'NEW', value: 'New', tone: 'waiting', closed: false },
      { key: 'IN_TRANSIT', value: 'In transit', tone: 'moving', closed: false },
      { key: 'PICKED_UP', value: 'Picked up', tone: 'moving', closed: false },
      { key: 'COMPLETED', value: 'Completed', tone: 'done', closed: true },
      { key: 'UNUSED', value: 'Unused', tone: 'rejected', closed: true },
    ],
  },
} as unknown as Meta;

const buildRanking = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `Client ${index + 1}`, total: 1000 - index }));

const charts: Charts = {
  months: [
    { month: '2025-12', status: 'NEW', total: 1 },
    { month: '2026-02', status: 'NEW', total: 2 },
    { month: '2026-02', status: 'COMPLETED', total: 6 },
  ],
  total: { median: 34, p90: 71, total: 11 },
  waiting: [],
  turnaround: [
    { status: 'IN_DIAGNOSTICS', name: 'In diagnostics', median: 4.26, p90: 12.4, total: 1500 },
    { status: 'OTHER', name: 'Other step', median: 1, p90: 2, total: 3 },
  ],
  holders: [
    { holder: 'CLIENT', name: 'Client', days: 1 },
    { holder: 'SERVICE', name: 'Service', days: 21.3 },
  ] as unknown as Charts['holders'],
  clients: buildRanking(7),
  parts: [{ id: 9, name: 'Pager', total: 4, category: 'PRD' }] as unknown as Charts['parts'],
  remote: null,
  previous: null,
};

const scrollTo = vi.fn();

beforeEach(() => {
  // jsdom has no scrolling.
  HTMLElement.prototype.scrollTo = scrollTo;
});
afterEach(() => {
  cleanup();
  scrollTo.mockReset();
  server.filters.length = 0;
});

async function open(more: Partial<Charts> = {}, state: object = {}) {
  server.response = { data: { ...charts, ...more }, error: null, isFetching: false, ...state };
  render(
    <ThemeProvider theme={theme}>
      <I18nContext.Provider value={await getTestI18nProvider('en')}>
        <MetaProvider value={meta}>
          <MemoryRouter initialEntries={['/en/report?page=3&sort=id']}>
            <ListContext.Provider
              value={{ filterValues: { serviceId: '5', title: ' gate ' } } as unknown as ListControllerResult}
            >
              <ReportCharts />
            </ListContext.Provider>
          </MemoryRouter>
        </MetaProvider>
      </I18nContext.Provider>
    </ThemeProvider>,
  );
}

const card = (name: string) => within(screen.getByRole('region', { name }));
const links = (name: string) => card(name).queryAllByRole('link');
/** Return the filter and the view that a bar links to. */
function getTarget(link: HTMLElement | undefined) {
  const query = new URLSearchParams(link?.getAttribute('href')?.split('?')[1]);
  expect(query.get('page')).toBeNull();
  expect(query.get('view')).toBe('rows');
  return JSON.parse(query.get('filter') ?? 'null');
}
/** Return the cells of a table, row by row. Tables are hidden until their button is pressed. */
const rows = (name: string) =>
  card(name)
    .getAllByRole('row', { hidden: true })
    .map((row) => [...row.children].map(({ textContent }) => textContent));

it('requests the charts of the filters of the list', async () => {
  await open();
  expect(server.filters.at(-1)).toEqual({ serviceId: '5', title: 'gate' });
});

it('links each part of a month to the requests that it counts, finished ones first', async () => {
  await open();
  const bars = links('Requests by month');
  expect(bars.map((bar) => bar.getAttribute('aria-label'))).toEqual([
    'December 2025, New: 1',
    'February 2026, Completed: 6',
    'February 2026, New: 2',
  ]);
  expect(getTarget(bars[2])).toEqual({
    serviceId: '5',
    title: ' gate ',
    createdFrom: '2026-02-01',
    createdTo: '2026-02-28',
    status: 'NEW',
  });
  expect(bars.map((bar) => bar.style.getPropertyValue('--size'))).toEqual(['12.5%', '75%', '25%']);
  // One tab stop, as arrow keys move between the bars.
  expect(bars.map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
});

it('shows the total of each month and the year where it begins', async () => {
  await open();
  const months = card('Requests by month').getByRole('group', { name: 'Requests by month' });
  expect(months.textContent).toBe(['1Dec', 'Jan2026', '8Feb'].join(''));
});

it('shows the year below the first month if no January follows', async () => {
  await open({ months: [{ month: '2026-02', status: 'NEW', total: 2 }] });
  expect(card('Requests by month').getByText('2026')).toBeTruthy();
});

it('opens on the newest month if not all fit', async () => {
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(900);
  await open();
  expect(scrollTo).toHaveBeenCalledWith({ left: 900 });
  vi.restoreAllMocks();
});

it('explains only the colors that occur, in the order of a column', async () => {
  await open();
  const items = card('Requests by month').getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(['Completed', 'Waiting']);
});

it('lists the requests of each month and status in a table', async () => {
  await open();
  expect(rows('Requests by month')).toEqual([
    ['Month', 'New', 'Completed', 'Total'],
    ['December 2025', '1', '0', '1'],
    ['January 2026', '0', '0', '0'],
    ['February 2026', '2', '6', '8'],
  ]);
});

it('shows a table when its button is pressed, and hides it again', async () => {
  await open();
  const parts = card('Repairs by model');
  expect(parts.queryByRole('table')).toBeNull();
  fireEvent.click(parts.getByRole('button', { name: 'View as table', expanded: false }));
  expect(parts.getByRole('table', { name: 'Repairs by model' })).toBeTruthy();
  expect(card('Repairs by client').queryByRole('table')).toBeNull();
  fireEvent.click(parts.getByRole('button', { name: 'Hide table', expanded: true }));
  expect(parts.queryByRole('table')).toBeNull();
});

it('shows median and 90th percentile of each step, with a link to the repairs that left it', async () => {
  await open();
  const [step, other] = links('Days in each step');
  expect(step?.getAttribute('aria-label')).toBe('In diagnostics: median 4.3, 90th percentile 12 (days)');
  expect(step?.textContent).toBe('Diagnostics4.312');
  expect(other?.textContent).toBe('Other step1.02.0');
  expect(getTarget(step)).toMatchObject({ serviceId: '5', leftStep: 'IN_DIAGNOSTICS' });
  expect(rows('Days in each step')).toEqual([
    ['Step', 'Median (days)', '90th percentile (days)', 'Repairs that completed the step'],
    ['In diagnostics', '4.3', '12', '1,500'],
    ['Other step', '1.0', '2.0', '3'],
  ]);
  // The longest mark, not the longest bar, fills the width.
  const sizes = [...(step?.querySelectorAll('i') ?? [])].map((part) => part.style.getPropertyValue('--size'));
  expect(sizes.map(Number.parseFloat).map(Math.round)).toEqual([34, 100]);
});

it('says that no step is completed yet', async () => {
  await open({ turnaround: [] });
  expect(card('Days in each step').getByText('No completed steps yet')).toBeTruthy();
  expect(card('Days in each step').queryByText(/Median; the tick/)).toBeNull();
});

it('ranks five clients, sums up the others, and lists all in the table', async () => {
  await open();
  const bars = links('Repairs by client');
  expect(bars.map(({ textContent }) => textContent)).toEqual([
    'Client 11,000',
    'Client 2999',
    'Client 3998',
    'Client 4997',
    'Client 5996',
  ]);
  expect(bars.map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1, -1, -1]);
  expect(getTarget(bars[1])).toMatchObject({ clientId: '2', serviceId: '5' });
  const rest = card('Repairs by client').getByText('2 others').parentElement;
  expect(rest?.textContent).toBe('2 others1,989');
  expect(rows('Repairs by client')).toHaveLength(1 + 7);
  expect(rows('Repairs by client').at(-1)).toEqual(['Client 7', '994']);
  expect(links('Repairs by model')).toHaveLength(1);
  expect(card('Repairs by model').queryByText(/other|Ranks/)).toBeNull();
});

it('names the ranks instead of the others if the server may know more clients', async () => {
  await open({ clients: buildRanking(20) });
  expect(card('Repairs by client').getByText('Ranks 6 to 20')).toBeTruthy();
  cleanup();
  await open({ clients: buildRanking(19) });
  expect(card('Repairs by client').getByText('14 others')).toBeTruthy();
  cleanup();
  await open({ clients: buildRanking(5) });
  expect(card('Repairs by client').queryByText(/other|Ranks/)).toBeNull();
});

it('links a model with its category, without which the filter has no models', async () => {
  await open();
  expect(getTarget(links('Repairs by model')[0])).toMatchObject({ categoryId: 'PRD', partId: '9' });
});

it('shows the average days with each party, and no such chart without days', async () => {
  await open();
  const parties = card('Days with each party').getAllByRole('listitem');
  expect(parties.map(({ textContent }) => textContent)).toEqual(['Client1.0 day', 'Service21 days']);
  expect(rows('Days with each party')).toEqual([
    ['With', 'Average (days)'],
    ['Client', '1.0'],
    ['Service', '21'],
  ]);
  cleanup();
  await open({ holders: [] });
  expect(screen.queryByRole('region', { name: 'Days with each party' })).toBeNull();
});

it('moves between the bars with arrow keys, Home and End, and keeps the tab stop at the last bar', async () => {
  await open();
  const bars = links('Repairs by client');
  const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key });
  const getPosition = () => bars.indexOf(document.activeElement as HTMLElement);
  bars[0]?.focus();
  const visited = ['ArrowDown', 'ArrowRight', 'ArrowUp', 'End', 'ArrowLeft', 'Home'].map((key) => {
    // The page does not scroll.
    expect(press(key)).toBe(false);
    return getPosition();
  });
  expect(visited).toEqual([1, 2, 1, 4, 3, 0]);
  expect(press('ArrowUp')).toBe(true);
  expect(getPosition()).toBe(0);
  press('End');
  expect(press('ArrowDown')).toBe(true);
  expect(press('Tab')).toBe(true);
  expect(bars.map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, -1, -1, 0]);
});

it('shows an error with a retry, and loads again without it', async () => {
  const refetch = vi.fn();
  await open({}, { data: undefined, error: new Error('x'), refetch });
  fireEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' }));
  expect(refetch).toHaveBeenCalledOnce();
  cleanup();
  await open({}, { data: undefined, error: new Error('x'), isFetching: true });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('status')).toBeTruthy();
});

it('marks the 90th percentile of a step only, and draws no bar of an unknown length', async () => {
  const turnaround = [{ status: 'OTHER', name: 'Other step', median: 0, p90: 0, total: 0 }];
  await open({ turnaround } as Partial<Charts>);
  const sizes = (name: string) =>
    [...(links(name)[0]?.querySelectorAll('i') ?? [])].map((part) => part.style.getPropertyValue('--size'));
  expect(sizes('Days in each step')).toEqual(['0%', '0%']);
  expect(sizes('Repairs by client')).toEqual(['100%']);
});
