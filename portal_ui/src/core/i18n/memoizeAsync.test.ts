// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { OutdatedPageError } from '../ui/chunkErrors';
import { memoizeAsync } from './memoizeAsync';

afterEach(() => {
  vi.unstubAllGlobals();
  document.head.innerHTML = '';
});

it('retries a failed load and caches a successful one', async () => {
  const load = vi.fn(async (key: string) => `words of ${key}`);
  load.mockRejectedValueOnce(new TypeError('no line'));
  const loaded = memoizeAsync(load);
  await expect(loaded('en')).rejects.toThrow('no line');
  await expect(loaded('en')).resolves.toBe('words of en');
  expect(loaded('en')).toBe(loaded('en'));
  expect(load).toHaveBeenCalledTimes(2);
});

it('rejects with OutdatedPageError if a chunk no longer exists after an update', async () => {
  document.head.innerHTML = '<script type="module" src="/assets/main-1.js"></script>';
  vi.stubGlobal('fetch', async () => new Response('<script type="module" src="/assets/main-2.js"></script>'));
  const loaded = memoizeAsync(() => Promise.reject(new TypeError('Importing a module script failed.')));
  await expect(loaded('en')).rejects.toBeInstanceOf(OutdatedPageError);
});

it('loads each key once, also while it loads', async () => {
  const load = vi.fn(async (key: string) => `words of ${key}`);
  const loaded = memoizeAsync(load);
  const both = await Promise.all([loaded('en'), loaded('es'), loaded('en')]);
  expect(both).toEqual(['words of en', 'words of es', 'words of en']);
  expect(load.mock.calls).toEqual([['en'], ['es']]);
});
