// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { CoreAdminContext, memoryStore } from 'ra-core';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MetaProvider } from '../../api/meta';
import { createQueryClient } from '../../api/queryClient';
import type { Meta } from '../../api/types';
import { theme } from '../../theme/theme';
import SearchDialog from './SearchDialog';

beforeEach(() => {
  Element.prototype.scrollIntoView = () => {};
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const meta = {
  resources: [{ record: { REPAIR: 'process-repair/{id}' } }],
  pages: [{ path: 'new-repair', label: 'New repair', group: 'new', icon: 'add' }],
  statuses: {},
  choices: { kinds: [{ key: 'REPAIR', name: 'Repair' }] },
} as unknown as Meta;
const buildResults = (id: number) => [{ id, requestId: `R-${id}`, requestType: 'REPAIR', status: 'NEW', matched: '' }];

function open(store = memoryStore(), onClose = () => {}, role = 'SERVICE') {
  const page = (
    <CoreAdminContext queryClient={createQueryClient()} basename="/en" store={store}>
      <MetaProvider value={{ ...meta, role } as Meta}>
        <SearchDialog onClose={onClose} />
      </MetaProvider>
    </CoreAdminContext>
  );
  const router = createMemoryRouter([{ path: '/:lang/*', element: page }], { initialEntries: ['/en/x'] });
  render(
    <ThemeProvider theme={theme}>
      <RouterProvider router={router} />
    </ThemeProvider>,
  );
  return router;
}

it('does not suggest to search for clients to the users of a client', () => {
  open(memoryStore(), () => {}, 'CLIENT');
  expect(screen.getByRole('combobox').getAttribute('placeholder')).toBe('search.placeholderOfClient');
  cleanup();
  open();
  expect(screen.getByRole('combobox').getAttribute('placeholder')).toBe('search.placeholder');
});

it('suggests recent requests and new requests before the user types', async () => {
  const router = open(
    memoryStore({
      recentRequests: [
        { requestType: 'REPAIR', id: 7, requestId: 'R-7' },
        { requestType: 'GONE', id: 8 },
      ],
    }),
  );
  const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(options()).toEqual(['R-7Repair', 'New repair']);
  expect(screen.getAllByRole('group').map((group) => group.querySelectorAll('[role=option] svg').length)).toEqual([
    1, 1,
  ]);
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'ArrowDown' });
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' });
  expect(router.state.location.pathname).toBe('/en/new-repair');
});

it('opens on Enter only a result of the current word, even if its response is late', async () => {
  let respondLate: (body: unknown) => void = () => {};
  vi.stubGlobal('fetch', async (input: string | URL) => {
    const { pathname, searchParams } = new URL(String(input), 'http://portal');
    if (pathname.includes('/instruments/')) return new Response('[]');
    const word = searchParams.get('word');
    const body = word === 'old' ? buildResults(1) : await new Promise((resolve) => (respondLate = resolve));
    return new Response(JSON.stringify(body));
  });
  const router = open();
  const field = screen.getByRole('combobox');
  fireEvent.change(field, { target: { value: 'old' } });
  await screen.findByRole('option');
  fireEvent.change(field, { target: { value: 'new' } });
  await screen.findByRole('progressbar');
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(router.state.location.pathname).toBe('/en/x');
  await waitFor(() => expect(respondLate.length).toBe(1));
  respondLate(buildResults(2));
  await waitFor(() => expect(screen.getByRole('option').textContent).toContain('R-2'));
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(router.state.location.pathname).toBe('/en/process-repair/2');
});

it('selects the first result again when the term changes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('fetch', async (input: string | URL) => {
    const { pathname, searchParams } = new URL(String(input), 'http://portal');
    if (pathname.includes('/instruments/')) return new Response('[]');
    const ids = searchParams.get('word') === 'ab' ? [1, 2, 3] : [4, 5];
    return new Response(JSON.stringify(ids.flatMap(buildResults)));
  });
  const router = open();
  const field = screen.getByRole('combobox');
  const search = async (value: string) => {
    fireEvent.change(field, { target: { value } });
    // The delay of typing, then the response.
    await act(() => vi.advanceTimersByTimeAsync(300));
    await act(() => vi.advanceTimersByTimeAsync(100));
  };
  await search('ab');
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('R-2');
  await search('abc');
  expect(screen.getAllByRole('option')).toHaveLength(2);
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(router.state.location.pathname).toBe('/en/process-repair/4');
});

it('lists instruments below requests, with links to their history', async () => {
  const instrument = { id: 5, serialNumber: 'AB-12 34', partName: 'Pager', clientName: 'Customs', times: 3 };
  vi.stubGlobal('fetch', async (input: string | URL) => {
    const { pathname } = new URL(String(input), 'http://portal');
    return new Response(JSON.stringify(pathname.includes('/instruments/') ? [instrument] : buildResults(1)));
  });
  const router = open();
  const field = screen.getByRole('combobox');
  fireEvent.change(field, { target: { value: 'ab-12' } });
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2));
  expect(screen.getAllByRole('option')[1]?.textContent).toMatch(/^AB-12 34.*Pager · Customs$/);
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(router.state.location.pathname).toBe('/en/instrument/5');
});

it('closes when the location changes', async () => {
  const close = vi.fn();
  const router = open(memoryStore(), close);
  await screen.findByRole('combobox');
  expect(close).not.toHaveBeenCalled();
  await act(() => router.navigate('/en/elsewhere'));
  expect(close).toHaveBeenCalled();
});
