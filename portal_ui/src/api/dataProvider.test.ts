// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { dataProvider } from './dataProvider';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Notes the keys of creations; answers them, or loses the line. */
function server(...answers: (number | 'lost')[]) {
  const keys: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('Idempotency-Key'));
    const answer = answers[keys.length - 1] ?? 200;
    if (answer === 'lost') throw new TypeError('Failed to fetch');
    return new Response('{"id": 1}', { status: answer });
  });
  return keys;
}

const create = (name: string) => dataProvider.create('parts', { data: { name } }).catch(() => null);

it('sends a creation whose answer never came with the same key again', async () => {
  const keys = server('lost', 503, 200, 200);
  for (const name of ['a', 'a', 'a', 'a']) await create(name);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys.slice(1, 3)).toEqual([keys[0], keys[0]]);
  expect(keys[3]).not.toBe(keys[0]);
});

it('has a new key for what was changed, and after a refusal', async () => {
  const keys = server('lost', 409, 200);
  for (const name of ['a', 'b', 'b']) await create(name);
  expect(new Set(keys).size).toBe(3);
});

it('sends none with an edit', async () => {
  const keys = server(200);
  await dataProvider.update('parts', { id: 1, data: {}, previousData: { id: 1 } });
  expect(keys).toEqual([null]);
});
