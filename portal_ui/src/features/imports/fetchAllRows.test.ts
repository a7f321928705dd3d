import { afterEach, expect, it, vi } from 'vitest';
import { fetchRows, type RowsPage } from '../../api/imports';
import { fetchAllRows } from './fetchAllRows';

vi.mock('../../api/imports', async (original) => ({ ...(await original<object>()), fetchRows: vi.fn() }));
const fetchRowsMock = vi.mocked(fetchRows);

afterEach(() => void fetchRowsMock.mockReset());

/** Serve a file with `total` valid rows, of which `existing` remain. */
function serveRows(total: number, existing = total) {
  fetchRowsMock.mockImplementation(async (_, { page, size }) => {
    const first = page * size;
    const content = Array.from({ length: Math.max(0, Math.min(size, existing - first)) }, (_, index) => ({
      number: first + index + 1,
    }));
    return { content, totalElements: total } as unknown as RowsPage;
  });
}
const load = async (most: number) => (await fetchAllRows({ id: 7 } as never, most)).map(({ number }) => number);
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

it('returns the valid rows of all pages in the order of the file', async () => {
  serveRows(450);
  expect(await load(1_000)).toEqual(numbers(450));
  expect(fetchRowsMock.mock.calls.map(([id, query]) => [id, query])).toEqual(
    [0, 1, 2].map((page) => [7, { page, size: 200, only: 'CREATE' }]),
  );
});

it('fetches no page that is not needed', async () => {
  serveRows(400);
  expect(await load(1_000)).toEqual(numbers(400));
  expect(fetchRowsMock).toHaveBeenCalledTimes(2);
});

it('returns the first rows only, if there are more than allowed', async () => {
  serveRows(450);
  expect(await load(30)).toEqual(numbers(30));
  expect(fetchRowsMock).toHaveBeenCalledTimes(1);
});

it('ends if rows disappeared meanwhile', async () => {
  serveRows(450, 200);
  expect(await load(1_000)).toEqual(numbers(200));
});

it('returns no rows of a file without valid ones', async () => {
  serveRows(0);
  expect(await load(10)).toEqual([]);
});
