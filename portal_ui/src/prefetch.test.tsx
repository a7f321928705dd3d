// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react';
import { CoreAdminContext, useGetList } from 'ra-core';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dataProvider } from './api/dataProvider';
import { isHomeListUrl, preloadInitialRequests, storeDefaultListQuery } from './api/initialRequests';
import { prefetchRows } from './api/initialRows';
import { arePreloadsSettled, hasPreloads } from './api/preloadCache';
import { createQueryClient } from './api/queryClient';
import { startSession } from './api/session';
import { preloadRoute } from './routes';

const { prefetchCalls } = vi.hoisted(() => ({ prefetchCalls: [] as unknown[] }));

vi.mock('./features/repairs/process/RepairPage', () => ({
  default: () => null,
  prefetch: async (_: unknown, params: unknown, search: string) => prefetchCalls.push(params, search),
}));
vi.mock('./features/imports/ImportPage', () => ({ default: () => null, prefetch: undefined }));

let answer: (url: string) => Promise<Response>;
const fetched = vi.fn((url: string) => answer(url));
const countRequests = (path: string) => fetched.mock.calls.filter(([url]) => url.startsWith(path)).length;

beforeEach(() => {
  fetched.mockClear();
  vi.stubGlobal('fetch', fetched);
  answer = async () => new Response('[{"id": 7}]', { headers: { 'Content-Range': 'active-repairs 0-0/1' } });
  startSession({ identification: 'client', token: 'token', permissions: ['CLIENT'] });
});

afterEach(() => {
  cleanup();
  storeDefaultListQuery(null);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it.each([
  ['as it is declared', null, { page: 1, perPage: 10 }, 'createdAt', {}],
  [
    'in the default view of the user',
    { filter: '{"keyword":"a b"}', range: '[0,24]', sort: '["updatedAt","DESC"]' },
    { page: 1, perPage: 25 },
    'updatedAt',
    { keyword: 'a b' },
  ],
] as const)(
  'the first render of the home list has the preloaded rows, %s',
  async (_, view, pagination, field, filter) => {
    storeDefaultListQuery(view);
    location.hash = '#/en/active-repairs';
    preloadInitialRequests();
    await vi.waitFor(() => expect(arePreloadsSettled()).toBe(true));
    const queryClient = createQueryClient();
    await prefetchRows(queryClient);
    const wrapper = ({ children }: { children: ReactNode }) => (
      <CoreAdminContext {...{ dataProvider, queryClient }}>{children}</CoreAdminContext>
    );
    const list = { pagination, sort: { field, order: 'DESC' }, filter } as const;
    const { result } = renderHook(() => useGetList('active-repairs', list), { wrapper });
    expect(result.current).toMatchObject({ data: [{ id: 7 }], total: 1 });
    expect(countRequests('/api/rest/active-repairs')).toBe(1);
  },
);

it('does not report pending preloads as settled', async () => {
  answer = () => new Promise(() => undefined);
  location.hash = '#/en/active-repairs';
  preloadInitialRequests();
  await Promise.resolve();
  expect(arePreloadsSettled()).toBe(false);
});

it('ignores expired preloads', async () => {
  location.hash = '#/en/active-repairs';
  preloadInitialRequests();
  await vi.waitFor(() => expect(arePreloadsSettled()).toBe(true));
  expect(hasPreloads()).toBe(true);
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
  expect(arePreloadsSettled()).toBe(false);
  expect(hasPreloads()).toBe(false);
});

it.each(['#/en/process-repair/7', '#/en/closed-repairs'])('%s is not the home list', (hash) => {
  location.hash = hash;
  expect(isHomeListUrl()).toBe(false);
});

it('passes route params and query to the prefetch of a page', async () => {
  const read = await preloadRoute('/es/process-repair/12?tab=DETAILS');
  await read?.(createQueryClient());
  expect(prefetchCalls).toEqual([expect.objectContaining({ lang: 'es', id: '12' }), 'tab=DETAILS']);
  expect(await preloadRoute('/en/imports/12')).toBeNull();
  expect(await preloadRoute('/en/active-repairs')).toBeNull();
});
