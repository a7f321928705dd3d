// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, cleanup, render } from '@testing-library/react';
import { CoreAdminContext, type ListControllerResult } from 'ra-core';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/queryClient';
import type { ResourceMeta } from '../../api/types';
import { useResourceListController } from './useResourceListController';

const workshops = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../tests/resources/workshops.json'), 'utf8'),
) as ResourceMeta;

const getList = vi.fn(async (_resource: string, _params: object) => ({ data: [{ id: 1, name: 'Alpha' }], total: 1 }));
const respondWithTotal = (total: number) =>
  getList.mockImplementation(async () => ({ data: [{ id: 1, name: 'Alpha' }], total }));
const getLastParams = () => getList.mock.lastCall?.[1];
const wait = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));
let list: ListControllerResult;

type Options = Parameters<typeof useResourceListController>[1];

function Probe(options: Options) {
  list = useResourceListController(workshops, options);
  return null;
}

async function open(search = '', options: Options = {}) {
  const page = (
    <CoreAdminContext queryClient={createQueryClient()} dataProvider={{ getList } as never}>
      <Probe {...options} />
    </CoreAdminContext>
  );
  const router = createMemoryRouter(
    [
      { path: '/en/list', element: page },
      { path: '/en/before', element: null },
    ],
    { initialEntries: ['/en/before', `/en/list${search}`] },
  );
  render(<RouterProvider router={router} />);
  await act(() => vi.advanceTimersByTimeAsync(100));
  if (search === '' && !options.isPaused) expect(getList).toHaveBeenCalledTimes(1);
  return router;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  respondWithTotal(1);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  window.location.hash = '';
  getList.mockClear();
  vi.restoreAllMocks();
});

/** Set a search and a sort, and wait until both debounces are over. */
async function searchAndSort() {
  act(() => {
    list.setSort({ field: 'price', order: 'DESC' });
    list.setFilters({ keyword: 'alp' }, {});
  });
  // The debounce starts after the render: a second act.
  await act(() => vi.advanceTimersByTimeAsync(2_000));
}

it('stores a search and a sort in the URL', async () => {
  const router = await open();
  await searchAndSort();
  const search = new URLSearchParams(router.state.location.search);
  expect([search.get('sort'), search.get('filter')]).toEqual(['price', '{"keyword":"alp"}']);
});

it('drops a debounced search and sort while another page is opening', async () => {
  const router = await open();
  const before = router.state.location;
  // The browser updates the URL immediately; the page renders once its chunk is loaded.
  window.location.hash = '#/en/process-repair/1';
  await searchAndSort();
  expect(router.state.location).toBe(before);
  expect(getList).toHaveBeenCalledTimes(1);
});

it('requests the page, sort and filters of the URL', async () => {
  respondWithTotal(100);
  await open('?page=3&perPage=25&sort=price&order=DESC&filter={"keyword":" a "}');
  expect(getLastParams()).toMatchObject({
    pagination: { page: 3, perPage: 25 },
    sort: { field: 'price', order: 'DESC' },
    filter: { keyword: 'a' },
  });
  expect([list.page, list.perPage, list.filterValues]).toEqual([3, 25, { keyword: ' a ' }]);
  expect([list.hasPreviousPage, list.hasNextPage]).toEqual([true, true]);
});

it.each([
  [1, false, true],
  [2, true, false],
])('knows whether there are pages before and after page %i', async (page, hasPrevious, hasNext) => {
  respondWithTotal(20);
  await open(`?page=${page}`);
  expect([list.hasPreviousPage, list.hasNextPage]).toEqual([hasPrevious, hasNext]);
});

it('adds a permanent filter to the request only, and it wins', async () => {
  await open('?filter={"keyword":"a"}', { filter: { instrument: 7, keyword: 'b' } });
  expect(getLastParams()).toMatchObject({ filter: { instrument: 7, keyword: 'b' } });
  expect(list.filterValues).toEqual({ keyword: 'a' });
});

it('sends no request while a redirect is pending', async () => {
  await open('', { isPaused: true });
  expect(getList).not.toHaveBeenCalled();
});

it('shows a chosen sort at once, and requests only the last of several', async () => {
  const router = await open();
  act(() => list.setSort({ field: 'price', order: 'DESC' }));
  expect(list.sort).toEqual({ field: 'price', order: 'DESC' });
  await wait(150);
  act(() => list.setSort({ field: 'price', order: 'ASC' }));
  await wait(150);
  expect(getList).toHaveBeenCalledTimes(1);
  await wait(2_000);
  expect(getList).toHaveBeenCalledTimes(2);
  expect(getLastParams()).toMatchObject({ sort: { field: 'price', order: 'ASC' } });
  expect(new URLSearchParams(router.state.location.search).get('order')).toBe('ASC');
});

it('shows the sort of a link that is opened before a chosen one is requested', async () => {
  const router = await open();
  act(() => list.setSort({ field: 'price', order: 'DESC' }));
  await act(() => router.navigate('/en/list?sort=name&order=DESC'));
  expect(list.sort).toEqual({ field: 'name', order: 'DESC' });
  await wait(2_000);
  expect(getLastParams()).toMatchObject({ sort: { field: 'name', order: 'DESC' } });
});

it('goes to the first page with another filter or sort', async () => {
  respondWithTotal(100);
  const router = await open('?page=3');
  act(() => list.setFilters({ keyword: 'a' }, {}));
  await wait(2_000);
  expect(new URLSearchParams(router.state.location.search).get('page')).toBe('1');
  act(() => list.setPage(2));
  await wait(100);
  act(() => list.setSort({ field: 'price', order: 'DESC' }));
  await wait(2_000);
  expect(getLastParams()).toMatchObject({ pagination: { page: 1 }, filter: { keyword: 'a' } });
});

it('scrolls to the top of another page, unless the list is part of a page', async () => {
  respondWithTotal(100);
  await open();
  act(() => list.setPage(2));
  await wait(100);
  expect(list.page).toBe(2);
  expect(window.scrollTo).toHaveBeenCalledWith({ top: 0 });
  cleanup();
  getList.mockClear();
  vi.mocked(window.scrollTo).mockClear();
  const router = await open('', { disableSyncWithLocation: true });
  act(() => list.setPage(2));
  await wait(100);
  expect(list.page).toBe(2);
  expect(window.scrollTo).not.toHaveBeenCalled();
  expect(router.state.location.search).toBe('');
});

it('shows the rows of the previous page until those of the next one are loaded', async () => {
  respondWithTotal(100);
  await open();
  let respond = () => {};
  getList.mockImplementation(async () => {
    await new Promise<void>((resolve) => (respond = resolve));
    return { data: [{ id: 2, name: 'Beta' }], total: 100 };
  });
  act(() => list.setPage(2));
  await wait(100);
  expect(list.data).toEqual([{ id: 1, name: 'Alpha' }]);
  await act(async () => respond());
  await wait(100);
  expect(list.data).toEqual([{ id: 2, name: 'Beta' }]);
});

it('replaces a page past the end by the last one, and keeps the rest of the address', async () => {
  respondWithTotal(12);
  const router = await open('?page=9&view=rows&perPage=10#top');
  await wait(2_000);
  const { search, hash } = router.state.location;
  expect(Object.fromEntries(new URLSearchParams(search))).toEqual({ page: '2', view: 'rows', perPage: '10' });
  expect([hash, list.page, list.hasNextPage]).toEqual(['#top', 2, false]);
  await act(() => router.navigate(-1));
  expect(router.state.location.pathname).toBe('/en/before');
});

it('goes to the last page if the list is part of a page', async () => {
  respondWithTotal(30);
  const router = await open('', { disableSyncWithLocation: true });
  act(() => list.setPage(3));
  await wait(100);
  respondWithTotal(12);
  await act(async () => void list.refetch?.());
  await wait(2_000);
  expect([list.page, router.state.location.search]).toEqual([2, '']);
});

it('stays on a page past the end while the user is leaving', async () => {
  respondWithTotal(12);
  window.location.hash = '#/en/process-repair/1';
  const router = await open('?page=9');
  await wait(2_000);
  expect(router.state.location.search).toBe('?page=9');
});

it('selects rows until they are unselected', async () => {
  await open();
  act(() => list.onToggleItem(1));
  expect(list.selectedIds).toEqual([1]);
  act(() => list.onSelect([1, 2]));
  expect(list.selectedIds).toEqual([1, 2]);
  act(() => list.onUnselectItems());
  expect(list.selectedIds).toEqual([]);
});

it('selects the rows of all pages with the filter and sort of the list', async () => {
  respondWithTotal(100);
  await open('?filter={"keyword":"a"}&sort=price&order=DESC');
  await act(async () => list.onSelectAll({ limit: 250 }));
  await wait(100);
  expect(getLastParams()).toMatchObject({
    pagination: { page: 1, perPage: 250 },
    sort: { field: 'price', order: 'DESC' },
    filter: { keyword: 'a' },
  });
  expect(list.selectedIds).toEqual([1]);
});

it('applies a sort to the filters of a link, not to those set before it', async () => {
  const router = await open();
  act(() => list.setFilters({ keyword: 'a' }, {}));
  await wait(2_000);
  await act(() => router.navigate('/en/list?filter={}'));
  act(() => list.setSort({ field: 'price', order: 'DESC' }));
  await wait(2_000);
  expect(getLastParams()).toMatchObject({ sort: { field: 'price', order: 'DESC' }, filter: {} });
  expect([list.filterValues, new URLSearchParams(router.state.location.search).get('filter')]).toEqual([{}, '{}']);
});

it('applies filters in the sort of a link, not in that chosen before it', async () => {
  const router = await open();
  act(() => list.setSort({ field: 'price', order: 'DESC' }));
  await wait(2_000);
  await act(() => router.navigate('/en/list?sort=name&order=DESC'));
  act(() => list.setFilters({ keyword: 'a' }, {}));
  await wait(2_000);
  expect(getLastParams()).toMatchObject({ sort: { field: 'name', order: 'DESC' }, filter: { keyword: 'a' } });
});

it('keeps a filter that is set again after all were cleared, when another is added', async () => {
  await open('?filter={"keyword":"a"}');
  act(() => list.setFilters({}, {}));
  await wait(2_000);
  expect(list.filterValues).toEqual({});
  act(() => list.setFilters({ keyword: 'a' }, {}));
  await wait(2_000);
  act(() => list.setFilters({ keyword: 'a', supportSpecialServices: true }, {}));
  await wait(2_000);
  expect(list.filterValues).toEqual({ keyword: 'a', supportSpecialServices: true });
});

it('clears filters that a form submits again before they are rendered', async () => {
  await open('?filter={"keyword":"a"}');
  act(() => {
    list.setFilters({}, {});
    list.setFilters({ keyword: 'a', supportSpecialServices: true }, {});
  });
  await wait(2_000);
  expect(list.filterValues).toEqual({ supportSpecialServices: true });
});
