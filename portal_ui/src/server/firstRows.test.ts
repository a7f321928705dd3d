// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dataProvider } from './dataProvider';
import { askFirstRows } from './firstRows';
import { startSession } from './session';

let calls: string[] = [];

beforeEach(() => {
  calls = [];
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (url: string) => {
    calls.push(url);
    return new Response('[{"id": 7}]', { headers: { 'Content-Range': 'active-repairs 0-0/1' } });
  });
  signIn('first');
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const signIn = (token: string) => startSession({ identification: 'client', token, permissions: ['CLIENT'] });

const getList = (resource = 'active-repairs', filter = {}) =>
  dataProvider.getList(resource, {
    pagination: { page: 1, perPage: 10 },
    sort: { field: 'updated', order: 'DESC' },
    filter,
  });

function goTo(hash: string): void {
  location.hash = hash;
}

function open(hash: string): void {
  goTo(hash);
  askFirstRows();
}

it.each(['#/en/active-repairs', '#/en', '#/', ''])('are asked for at once at "%s", and shown once', async (hash) => {
  open(hash);
  expect(calls).toEqual(['/api/rest/active-repairs']);
  expect(await getList()).toMatchObject({ data: [{ id: 7 }], total: 1 });
  expect(calls).toHaveLength(1);
  await getList();
  expect(calls).toHaveLength(2);
});

it.each(['#/en/closed-repairs', '#/en/active-repairs?page=2', '#/en/login'])('are not asked for at "%s"', (hash) => {
  open(hash);
  expect(calls).toEqual([]);
});

it.each<[string, change: () => void]>([
  ['an address that asks for more', () => goTo('#/en/active-repairs?page=2')],
  ['another language', () => goTo('#/es/active-repairs')],
  ['another user', () => signIn('second')],
  ['a later visit', () => vi.advanceTimersByTime(60_000)],
])('are not the answer to %s', async (_, change) => {
  open('#/en/active-repairs');
  change();
  await getList();
  expect(calls).toHaveLength(2);
});

it.each([
  ['another list', 'closed-repairs', {}],
  ['a filter', 'active-repairs', { keyword: 'x' }],
])('are not the answer to %s', async (_, resource, filter) => {
  open('#/en/active-repairs');
  await getList(resource, filter);
  expect(calls).toHaveLength(2);
});
