// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { DataProviderContext, I18nContext, testDataProvider } from 'ra-core';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CountersProvider, countersKey } from '../../api/counters';
import { ApiError } from '../../api/http';
import { MetaProvider } from '../../api/meta';
import type { Meta } from '../../api/types';
import { theme } from '../../theme/theme';
import { getI18nProvider } from '../i18n/i18nProvider';
import { NotificationsMenu } from './NotificationsMenu';

const i18n = await getI18nProvider('en');
const notification = { id: 7, who: 'Ana Ruiz', createdAt: '2026-03-02T12:00:00.000Z' };
const inbox = {
  name: 'action-required',
  path: 'action-required',
  icon: 'notifications',
  record: { REPAIR: 'process-repair/{id}' },
};
const meta = { resources: [inbox], pages: [] } as unknown as Meta;
const row = {
  id: 9,
  requestType: 'REPAIR',
  requestId: 'R-2026-000009',
  nextStep: 'Approve or reject each unit',
  clientName: 'Customs',
  updatedAt: '2026-03-01T12:00:00.000Z',
};
const getList = vi.fn().mockResolvedValue({ data: [row], total: 1 });
let response: unknown;
let calls: string[];

beforeEach(() => {
  calls = [];
  response = {
    new: 1,
    content: [
      { ...notification, title: 'R-2026-000007: In transit', path: 'process-repair/7?tab=IN_TRANSIT', isNew: true },
      { ...notification, id: 6, title: 'S-2026-000002: assigned to another service', path: null, isNew: false },
    ],
  };
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    calls.push(`${method} ${url}`);
    return new Response(JSON.stringify(method === 'PUT' ? true : response));
  });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open(waiting: number | null = 3, unread = 1): Promise<QueryClient> {
  const counters = waiting === null ? null : [{ requestType: 'REPAIR' as const, total: waiting }];
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  if (counters) client.setQueryData(countersKey, { counters, unread });
  render(
    <I18nContext.Provider value={await getI18nProvider('en')}>
      <QueryClientProvider client={client}>
        <ThemeProvider theme={theme}>
          <MemoryRouter initialEntries={['/en/x']}>
            <DataProviderContext value={testDataProvider({ getList })}>
              <MetaProvider value={meta}>
                <CountersProvider value={counters}>
                  <Routes>
                    <Route path="/:lang/*" element={<NotificationsMenu />} />
                  </Routes>
                </CountersProvider>
              </MetaProvider>
            </DataProviderContext>
          </MemoryRouter>
        </ThemeProvider>
      </QueryClientProvider>
    </I18nContext.Provider>,
  );
  return client;
}

it('shows the number of unread notifications, and links each entry to its tab', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Notifications, 1 new' }));
  const newEntry = await screen.findByRole('link', { name: 'New: In transit, R-2026-000007 · Ana Ruiz' });
  expect(newEntry.getAttribute('href')).toBe('/en/process-repair/7?tab=IN_TRANSIT');
  expect(screen.getByText(/assigned to another service/).closest('a')).toBeNull();
  expect(screen.getByText('S-2026-000002 · Ana Ruiz')).toBeTruthy();
  fireEvent.click(screen.getByRole('tab', { name: 'Needs my action (3)' }));
  const ownEntry = await screen.findByRole('link', { name: 'Approve or reject each unit, R-2026-000009 · Customs' });
  expect(ownEntry.getAttribute('href')).toBe('/en/process-repair/9');
  expect(screen.getByRole('link', { name: '3 requests need your action' }).getAttribute('href')).toBe(
    '/en/action-required',
  );
});

it('groups entries by day', async () => {
  const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  response = {
    new: 0,
    content: [0, 1, 1, 9].map((days, index) => ({
      ...notification,
      id: 9 - index,
      title: `R-2026-00000${index}: New`,
      createdAt: at(days),
      path: null,
      isNew: false,
    })),
  };
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Notifications, 1 new' }));
  await screen.findByRole('heading', { name: 'Today' });
  const days = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(days.slice(0, 2)).toEqual(['Today', 'Yesterday']);
  expect(days[2]).toMatch(/^\d{2}\/\d{2}\/\d{4}$/);
});

it('names the previous calendar day yesterday, also after the end of daylight saving time', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  // 11:30 PM in New York, 24.5 hours after midnight, which was in daylight saving time.
  vi.setSystemTime('2026-11-02T04:30:00Z');
  const content = ['2026-11-01T05:00:00Z', '2026-10-31T16:00:00Z'].map((createdAt, index) => ({
    ...notification,
    id: 9 - index,
    title: 'New',
    createdAt,
    path: null,
    isNew: false,
  }));
  response = { new: 0, content };
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Notifications, 1 new' }));
  await screen.findByRole('heading', { name: 'Today' });
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Today',
    'Yesterday',
  ]);
});

it('exposes an unread entry without a page as one text', async () => {
  response = { new: 1, content: [{ ...notification, title: 'P-2026-000001: Deleted', path: null, isNew: true }] };
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Notifications, 1 new' }));
  expect(await screen.findByText('New: Deleted')).toBeTruthy();
  expect(screen.getByText('Deleted').getAttribute('aria-hidden')).toBe('true');
});

it('marks all shown notifications as read, and refetches', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Notifications, 1 new' }));
  await screen.findByRole('link', { name: /New: / });
  response = { new: 0, content: [] };
  fireEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => expect(calls.some((each) => each.startsWith('PUT') && each.includes('upTo=7'))).toBe(true));
  expect(await screen.findByText(/^No notifications yet/)).toBeTruthy();
});

it('has no tabs for roles without counters', async () => {
  await open(null);
  fireEvent.click(await screen.findByRole('button', { name: 'Notifications, 1 new' }));
  await screen.findByRole('link', { name: /New: / });
  expect(screen.queryByRole('tab')).toBeNull();
  expect(screen.queryByText(/need your action|needs your action/)).toBeNull();
});

it('fetches notifications only when opened, and again when the poll reports new ones', async () => {
  const client = await open();
  await screen.findByRole('button', { name: 'Notifications, 1 new' });
  expect(calls).toEqual([]);
  act(() => void client.setQueryData(countersKey, { counters: [], unread: 2 }));
  fireEvent.click(await screen.findByRole('button', { name: 'Notifications, 2 new' }));
  expect(await screen.findByText('Loading…')).toBeTruthy();
  await screen.findByRole('link', { name: /New: / });
  expect(calls).toEqual(['GET /api/v1/notifications']);
  response = { new: 3, content: [{ ...notification, title: 'P-2026-000001: New', path: null, isNew: true }] };
  act(() => void client.setQueryData(countersKey, { counters: [], unread: 3 }));
  expect(await screen.findByText('P-2026-000001 · Ana Ruiz')).toBeTruthy();
  expect(calls).toHaveLength(2);
});

it('names the count as a minimum when it reaches the limit', async () => {
  await open(3, 100);
  expect(await screen.findByRole('button', { name: 'Notifications, 100 or more new' })).toBeTruthy();
});

it('shows why notifications could not be loaded', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Notifications, 1 new' }));
  expect(await screen.findByText(/Check your connection/)).toBeTruthy();
});

it('closes when an entry is opened', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Notifications, 1 new', expanded: false }));
  fireEvent.click(await screen.findByRole('link', { name: /^New: In transit/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('button', { name: 'Notifications, 1 new', expanded: false })).toBeTruthy();
});

it('has nothing to mark as read without new or any notifications', async () => {
  await open(3, 0);
  fireEvent.click(await screen.findByRole('button', { name: 'Notifications' }));
  const mark = await screen.findByRole<HTMLButtonElement>('button', { name: 'Mark all as read' });
  expect(mark.disabled).toBe(true);
  expect(screen.queryByText(/^\d+ new$/)).toBeNull();
  cleanup();
  response = { new: 0, content: [] };
  await open(3, 0);
  fireEvent.click(await screen.findByRole('button', { name: 'Notifications' }));
  await screen.findByText(/^No notifications yet/);
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
});

it('shows the time of a notification, and the day of a request that needs action', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Notifications, 1 new' }));
  await screen.findByRole('link', { name: /^New: In transit/ });
  const getTimes = () => [...document.querySelectorAll('time')].map(({ textContent }) => textContent);
  expect(getTimes()).toEqual(['07:00 AM', '07:00 AM']);
  fireEvent.click(screen.getByRole('tab', { name: /^Needs my action/ }));
  await screen.findByRole('link', { name: /^Approve or reject/ });
  expect(getTimes()).toEqual(['Mar 1']);
  expect(getList.mock.calls.at(-1)).toMatchObject([
    'action-required',
    { pagination: { page: 1, perPage: 8 }, sort: { field: 'updatedAt', order: 'DESC' } },
  ]);
});

it('says that no request needs action', async () => {
  await open(0);
  fireEvent.click(await screen.findByRole('button', { name: 'Notifications, 1 new' }));
  fireEvent.click(await screen.findByRole('tab', { name: 'Needs my action (0)' }));
  expect(await screen.findByText(i18n.translate('shell.nothingWaits'))).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});

it('shows why the requests that need action could not be loaded', async () => {
  getList.mockRejectedValueOnce(new ApiError(403, { message: 'Not yours' }));
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Notifications, 1 new' }));
  fireEvent.click(await screen.findByRole('tab', { name: /^Needs my action/ }));
  await screen.findByText('Not yours');
});
