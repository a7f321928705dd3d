// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, render, screen } from '@testing-library/react';
import { CoreAdminContext, I18nContext, memoryStore } from 'ra-core';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { i18nProviderOf } from '../../i18n/i18nProvider';
import { CountersProvider } from '../../server/counters';
import { MetaProvider } from '../../server/meta';
import { startSession } from '../../server/session';
import type { Counter, Meta } from '../../server/types';
import { theme } from '../../theme';
import { rememberList } from '../routing/listBehind';
import { Navigation } from './Navigation';

const words = await i18nProviderOf('en');
const records = { REPAIR: 'process-repair/{id}', PARTS: 'process-part-request/{id}' };
const myTurn = [{ key: 'myTurn' }];
const lists = [
  { name: 'action-required', record: records, filters: [] },
  { name: 'active-repairs', record: { REPAIR: records.REPAIR }, filters: myTurn },
  { name: 'closed-repairs', record: { REPAIR: records.REPAIR }, filters: [] },
  { name: 'part-requests', record: { PARTS: records.PARTS }, filters: myTurn },
];
const meta = {
  resources: lists.map((each) => ({ ...each, path: each.name, title: each.name })),
  pages: lists.map(({ name }) => ({ path: name, label: name, icon: '', group: 'lists' })),
  user: { username: 'ana', firstName: '', lastName: '' },
} as unknown as Meta;

const counters: Counter[] = [
  { requestType: 'REPAIR', total: 3 },
  { requestType: 'PARTS', total: 12 },
];

beforeEach(() => {
  sessionStorage.clear();
  startSession({ identification: 'ana', token: 't', permissions: ['SERVICE'] });
});
afterEach(cleanup);

function openAt(address: string) {
  const page = (
    <CoreAdminContext store={memoryStore()}>
      <I18nContext.Provider value={words}>
        <MetaProvider value={meta}>
          <CountersProvider value={counters}>
            <Navigation />
          </CountersProvider>
        </MetaProvider>
      </I18nContext.Provider>
    </CoreAdminContext>
  );
  const router = createMemoryRouter([{ path: '/:lang/*', element: page }], { initialEntries: [address] });
  render(
    <ThemeProvider theme={theme}>
      <RouterProvider router={router} />
    </ThemeProvider>,
  );
}

it('tells at each list how many of its requests wait for the user', () => {
  openAt('/en/active-repairs');
  const badges = screen.getAllByRole('link').map((link) => link.querySelector('[role=img]')?.textContent ?? null);
  expect(badges).toEqual(['9+', '3', null, '9+']);
  expect(screen.getByRole('link', { current: 'page' }).textContent).toContain('active-repairs');
});

it('marks the list that a request was opened from', () => {
  rememberList('closed-repairs', '?page=2');
  openAt('/en/process-repair/7');
  expect(screen.getByRole('link', { current: true }).textContent).toContain('closed-repairs');
});
