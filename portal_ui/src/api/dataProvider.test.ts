// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { dataProvider } from './dataProvider';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Stub fetch with responses or lost connections; return the idempotency keys sent. */
function mockServer(...responses: (number | 'lost')[]) {
  const keys: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('Idempotency-Key'));
    const response = responses[keys.length - 1] ?? 200;
    if (response === 'lost') throw new TypeError('Failed to fetch');
    return new Response('{"id": 1}', { status: response });
  });
  return keys;
}

const create = (name: string) => dataProvider.create('parts', { data: { name } }).catch(() => null);

it('retries a creation without a response with the same idempotency key', async () => {
  const keys = mockServer('lost', 503, 200, 200);
  for (const name of ['a', 'a', 'a', 'a']) await create(name);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys.slice(1, 3)).toEqual([keys[0], keys[0]]);
  expect(keys[3]).not.toBe(keys[0]);
});

it('sends a new key for changed data and after a 4xx response', async () => {
  const keys = mockServer('lost', 409, 200);
  for (const name of ['a', 'b', 'b']) await create(name);
  expect(new Set(keys).size).toBe(3);
});

it('sends no key with an update', async () => {
  const keys = mockServer(200);
  await dataProvider.update('parts', { id: 1, data: {}, previousData: { id: 1 } });
  expect(keys).toEqual([null]);
});

it('sends resources other than requests as REST, with JSON and without a key for reads', async () => {
  const requests: [string, string | undefined, unknown, Headers, unknown][] = [];
  vi.stubGlobal('fetch', async (url: string, { method, body, headers, signal }: RequestInit) => {
    requests.push([url, method, body, new Headers(headers), signal]);
    return new Response('{"id": 1, "name": "a"}');
  });
  const { signal } = new AbortController();
  expect(await dataProvider.getOne('parts', { id: 1, signal })).toEqual({ data: { id: 1, name: 'a' } });
  await dataProvider.create('parts', { data: { name: 'a' } });
  await dataProvider.delete('parts', { id: 1, previousData: { id: 1 } });
  expect(requests.map(([url, method]) => `${method} ${url}`)).toEqual([
    'GET /api/rest/parts/1',
    'POST /api/rest/parts',
    'DELETE /api/rest/parts/1',
  ]);
  const [get, post] = requests;
  expect([get?.[2], get?.[3].get('Content-Type'), get?.[3].get('Idempotency-Key'), get?.[4]]).toEqual([
    null,
    null,
    null,
    signal,
  ]);
  expect([post?.[2], post?.[3].get('Content-Type')]).toEqual(['{"name":"a"}', 'application/json']);
  expect(dataProvider.supportAbortSignal).toBe(true);
});

it('asks for a page of rows, in the order of the list, by headers and query', async () => {
  const fetched = vi.fn(async (..._: [string, RequestInit]) => {
    return new Response('[{"id": 6}]', { headers: { 'Content-Range': 'parts 5-5/6' } });
  });
  vi.stubGlobal('fetch', fetched);
  const { signal } = new AbortController();
  const params = {
    pagination: { page: 2, perPage: 5 },
    sort: { field: 'id', order: 'ASC' as const },
    filter: {},
    signal,
  };
  expect(await dataProvider.getList('parts', params)).toMatchObject({ data: [{ id: 6 }], total: 6 });
  const [url, init] = fetched.mock.calls[0] ?? [];
  expect(new URL(String(url), 'http://portal').searchParams.get('range')).toBe('[5,9]');
  expect([new Headers(init?.headers).get('Range'), init?.signal]).toEqual(['parts=5-9', signal]);
});
