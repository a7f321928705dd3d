// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dataProvider } from './dataProvider';
import { META_URL, preloadInitialRequests, storeDefaultListQuery } from './initialRequests';
import { metaQuery } from './meta';
import { createQueryClient } from './queryClient';
import { clearSession, startSession } from './session';
import { timelineQuery } from './timeline';

let calls: string[] = [];
/** Number of requests for the meta, which are sent on every page. */
let declared = 0;
function note(url: string): void {
  if (url === META_URL) declared += 1;
  else calls.push(url);
}

beforeEach(() => {
  calls = [];
  declared = 0;
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (url: string) => {
    note(url);
    return new Response('[{"id": 7}]', { headers: { 'Content-Range': 'active-repairs 0-0/1' } });
  });
  signIn('first');
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const signIn = (token: string) => startSession({ identification: 'client', token, permissions: ['CLIENT'] });

const getList = (resource = 'active-repairs', filter = {}, page = 1, field = 'createdAt') =>
  dataProvider.getList(resource, { pagination: { page, perPage: 10 }, sort: { field, order: 'DESC' }, filter });

function goTo(hash: string): void {
  location.hash = hash;
}

function open(hash: string): void {
  goTo(hash);
  preloadInitialRequests();
}

it.each(['#/en/active-repairs', '#/en', '#/', ''])('preloads the home list at "%s" and uses it once', async (hash) => {
  open(hash);
  expect(calls).toHaveLength(1);
  expect(await getList()).toMatchObject({ data: [{ id: 7 }], total: 1 });
  expect(calls).toHaveLength(1);
  await getList();
  expect(calls).toHaveLength(2);
});

it.each(['#/en/closed-repairs', '#/en/active-repairs?page=2', '#/en/login'])('preloads no rows at "%s"', (hash) => {
  open(hash);
  expect(calls).toEqual([]);
});

it.each<[string, change: () => void]>([
  ['another language', () => goTo('#/es/active-repairs')],
  ['another user', () => signIn('second')],
  ['a later visit', () => vi.advanceTimersByTime(60_000)],
])('does not use preloaded rows for %s', async (_, change) => {
  open('#/en/active-repairs');
  change();
  await getList();
  expect(calls).toHaveLength(2);
});

it.each<[string, ...Parameters<typeof getList>]>([
  ['another list', 'closed-repairs'],
  ['a filter', 'active-repairs', { keyword: 'x' }],
  ['another page', 'active-repairs', {}, 2],
  ['another order', 'active-repairs', {}, 1, 'updatedAt'],
])('does not use preloaded rows for %s', async (_, ...parameters) => {
  open('#/en/active-repairs');
  await getList(...parameters);
  expect(calls).toHaveLength(2);
});

it('preloads the rows of the default view stored for the user on this device', async () => {
  const query = { filter: '{"keyword":"a b"}', range: '[0,24]', sort: '["updatedAt","DESC"]' };
  storeDefaultListQuery(query);
  open('#/en/active-repairs');
  expect(Object.fromEntries(new URL(calls[0] ?? '', 'http://portal').searchParams)).toEqual(query);
  const pagination = { page: 1, perPage: 25 };
  const sort = { field: 'updatedAt', order: 'DESC' } as const;
  await dataProvider.getList('active-repairs', { pagination, sort, filter: { keyword: 'a b' } });
  expect(calls).toHaveLength(1);
  storeDefaultListQuery(null);
  open('#/en/active-repairs');
  expect(calls[1]).toContain('createdAt');
});

const readRequest = async (resource: string, id: number) =>
  (await dataProvider.getOne(resource, { id, meta: { language: 'en' } })).data;

it.each([
  ['process-repair', 'repairs'],
  ['process-part-request', 'partRequests'],
  ['remote-support/process', 'remoteSupport'],
] as const)('preloads the request at %s and uses the response once', async (page, resource) => {
  const read = (id: number) => readRequest(resource, id);
  vi.stubGlobal('fetch', async (url: string) => {
    note(url);
    return new Response('{"id": 7, "repairParts": []}');
  });
  open(`#/en/${page}/7?tab=DETAILS`);
  expect(calls).toHaveLength(2);
  expect(await read(7)).toMatchObject({ id: 7 });
  await createQueryClient().fetchQuery(timelineQuery(7, 1, 'en'));
  expect(calls).toHaveLength(2);
  await read(7);
  expect(calls).toHaveLength(3);
  open(`#/en/${page}/7`);
  await read(8);
  expect(calls).toHaveLength(6);
});

it('passes an error response to the reader, then requests again', async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    note(url);
    return new Response('{"code":"NOT_FOUND","message":"None","fields":{}}', { status: 404 });
  });
  open('#/en/process-repair/7');
  await expect(readRequest('repairs', 7)).rejects.toMatchObject({ status: 404 });
  expect(calls).toHaveLength(2);
  await expect(readRequest('repairs', 7)).rejects.toMatchObject({ status: 404 });
  expect(calls).toHaveLength(3);
});

it.each(['#/en/process-repair/x', '#/en/instrument/7', '#/en/process-repair/7/more'])('no preload at "%s"', (hash) => {
  open(hash);
  expect(calls).toEqual([]);
});

it('preloads the meta at any address and uses the response once', async () => {
  open('#/en/closed-repairs');
  expect(declared).toBe(1);
  await createQueryClient().fetchQuery(metaQuery('en'));
  expect(declared).toBe(1);
  await createQueryClient().fetchQuery(metaQuery('en'));
  expect(declared).toBe(2);
});

it('requests the meta again in another language', async () => {
  open('#/en/closed-repairs');
  await createQueryClient().fetchQuery(metaQuery('es'));
  expect(declared).toBe(2);
});

it('preloads nothing without a session', () => {
  clearSession();
  open('#/en/active-repairs');
  expect([declared, calls]).toEqual([0, []]);
});
