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

const getList = vi.fn(async () => ({ data: [{ id: 1, name: 'Alpha' }], total: 1 }));
let list: ListControllerResult;

function Probe() {
  list = useResourceListController(workshops);
  return null;
}

async function open() {
  const page = (
    <CoreAdminContext queryClient={createQueryClient()} dataProvider={{ getList } as never}>
      <Probe />
    </CoreAdminContext>
  );
  const router = createMemoryRouter([{ path: '/en/list', element: page }], { initialEntries: ['/en/list'] });
  render(<RouterProvider router={router} />);
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(getList).toHaveBeenCalledTimes(1);
  return router;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  window.location.hash = '';
  getList.mockClear();
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
