// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { I18nContext } from 'ra-core';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { i18nProviderOf } from '../../i18n/i18nProvider';
import { CountersProvider } from '../../server/counters';
import { theme } from '../../theme';
import { Bell } from './Bell';

const notice = { id: 7, who: 'Ana Ruiz', createdAt: '2026-03-02T12:00:00.000Z' };
let told: unknown;
let calls: string[];

beforeEach(() => {
  calls = [];
  told = {
    new: 1,
    content: [
      { ...notice, title: 'R-2026-000007: In transit', path: 'process-repair/7?tab=IN_TRANSIT', isNew: true },
      { ...notice, id: 6, title: 'S-2026-000002: now with another service', path: null, isNew: false },
    ],
  };
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    calls.push(`${method} ${url}`);
    return new Response(JSON.stringify(method === 'PUT' ? true : told));
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(waiting: number | null = 3): Promise<void> {
  const counters = waiting === null ? null : [{ requestType: 'REPAIR' as const, total: waiting }];
  render(
    <I18nContext.Provider value={await i18nProviderOf('en')}>
      <QueryClientProvider client={new QueryClient()}>
        <ThemeProvider theme={theme}>
          <MemoryRouter initialEntries={['/en/x']}>
            <CountersProvider value={counters}>
              <Routes>
                <Route path="/:lang/*" element={<Bell />} />
              </Routes>
            </CountersProvider>
          </MemoryRouter>
        </ThemeProvider>
      </QueryClientProvider>
    </I18nContext.Provider>,
  );
}

it('says how much is new, and each entry leads to its tab', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Notifications, 1 new' }));
  const fresh = screen.getByRole('menuitem', { name: /New: R-2026-000007: In transit/ });
  expect(fresh.getAttribute('href')).toBe('/en/process-repair/7?tab=IN_TRANSIT');
  expect(screen.getByRole('menuitem', { name: /now with another service/ }).getAttribute('href')).toBeNull();
  expect(screen.getByRole('menuitem', { name: '3 requests wait for you' }).getAttribute('href')).toBe(
    '/en/action-required',
  );
});

it('marks everything on screen as read, and asks again', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Notifications, 1 new' }));
  told = { new: 0, content: [] };
  fireEvent.click(screen.getByRole('menuitem', { name: 'Mark all as read' }));
  await waitFor(() => expect(calls.some((each) => each.startsWith('PUT') && each.includes('upTo=7'))).toBe(true));
  expect(await screen.findByText('Nothing has been told to you yet.')).toBeTruthy();
});

it('is there for roles that nothing waits for', async () => {
  await open(null);
  fireEvent.click(await screen.findByRole('button', { name: 'Notifications, 1 new' }));
  expect(screen.queryByText(/wait for you|waits for you/)).toBeNull();
});
