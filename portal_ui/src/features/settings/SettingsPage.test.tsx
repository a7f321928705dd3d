// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { CoreAdminContext, type DataProvider, I18nContext, memoryStore } from 'ra-core';
import { Suspense } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { MetaProvider } from '../../api/meta';
import type { Meta } from '../../api/types';
import { getI18nProvider } from '../../core/i18n/i18nProvider';
import { stubMediaQueries } from '../../core/ui/testing';
import { theme } from '../../theme/theme';
import SettingsPage from './SettingsPage';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const i18nProvider = await getI18nProvider('en');
const entry = (path: string, group: string) => ({ path, label: path, icon: '', group, addsTo: null });
const list = (name: string) => ({ name, path: name, title: name, defaultSort: ['number', 'ASC'] });
const meta = {
  resources: ['contacts', 'account-requests', 'mails', 'audit'].map(list),
  pages: [
    entry('settings', 'administration'),
    entry('contacts', 'users'),
    entry('account-requests', 'users'),
    entry('mails', 'email'),
    entry('audit', 'security'),
    entry('setup', 'settings'),
  ],
} as unknown as Meta;

/** Render the page; return the mocked requests of lists. */
async function open(more: Record<string, number> = {}, problems: object[] = [{}]) {
  const totals: Record<string, number> = { contacts: 13, 'account-requests': 2, mails: 0, ...more };
  const getList = vi.fn(async (name: string) => ({ data: [], total: totals[name] ?? 0 }));
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify([{ key: 'users', path: 'contacts', problems }])));
  const page = (
    <CoreAdminContext store={memoryStore()} dataProvider={{ getList } as unknown as DataProvider}>
      <I18nContext.Provider value={i18nProvider}>
        <MetaProvider value={meta}>
          <Suspense>
            <SettingsPage />
          </Suspense>
        </MetaProvider>
      </I18nContext.Provider>
    </CoreAdminContext>
  );
  const router = createMemoryRouter([{ path: '/:lang/*', element: page }], { initialEntries: ['/en/settings'] });
  await act(async () =>
    render(
      <ThemeProvider theme={theme}>
        <RouterProvider router={router} />
      </ThemeProvider>,
    ),
  );
  return getList;
}

it('groups pages, shows counts and highlights items that need attention', { timeout: 60_000 }, async () => {
  const getList = await open();
  const users = within(await screen.findByRole('region', { name: 'Users and access' }, { timeout: 20_000 }));
  expect(users.getByRole('link', { name: 'contacts' }).getAttribute('href')).toBe('/en/contacts');
  expect(users.getByText('Accounts and their roles')).toBeTruthy();
  expect(await users.findByText('13 users')).toBeTruthy();
  expect(await users.findByText('2 to review')).toBeTruthy();
  expect(await screen.findByText('1 step left')).toBeTruthy();
  expect(screen.getByText('Still to do: users')).toBeTruthy();
  // No failures, and no count for the activity log, which grows forever.
  expect(screen.queryByText(/failed/)).toBeNull();
  expect(getList.mock.calls.map(([name]) => name).sort()).toEqual(['account-requests', 'contacts', 'mails']);
});

it('shows only the numbers on a phone, where descriptions need the width', { timeout: 60_000 }, async () => {
  stubMediaQueries((query) => query.includes('max-width'));
  await open();
  const users = within(await screen.findByRole('region', { name: 'Users and access' }, { timeout: 20_000 }));
  expect(await users.findByText('13')).toBeTruthy();
  expect(users.queryByText('13 users')).toBeNull();
});

it('counts failed emails and pending account requests only, and rows in the order of their list', async () => {
  const getList = await open({ mails: 3 });
  expect(await screen.findByText('3 failed')).toBeTruthy();
  const getParams = (name: string) =>
    (getList.mock.calls as unknown as [string, object][]).find(([resource]) => resource === name)?.[1];
  expect(getParams('mails')).toMatchObject({ filter: { state: ['FAILED'] }, pagination: { page: 1, perPage: 1 } });
  expect(getParams('account-requests')).toMatchObject({ filter: { state: ['WAITING_APPROVAL'] } });
  expect(getParams('contacts')).toMatchObject({ sort: { field: 'number', order: 'ASC' }, pagination: { perPage: 1 } });
});

it('shows no mark where nothing needs attention, and that the setup is complete', async () => {
  await open({ 'account-requests': 0, contacts: 1234 }, []);
  expect(await screen.findByText('Complete')).toBeTruthy();
  expect(screen.getByText('First steps')).toBeTruthy();
  expect(await screen.findByText('1,234 users')).toBeTruthy();
  expect(screen.queryByText(/to review|failed|left|Still to do/)).toBeNull();
});
