// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { importAgain, OutdatedPageError, toChunkError } from './chunkErrors';

const lost = new TypeError('Failed to fetch dynamically imported module: https://portal.test/assets/Pane-1a.js');

function buildPage(parts: string) {
  return `<script type="module" src="/assets/boot-1.js" data-parts="${parts}"></script>`;
}

function onScreen(parts: string) {
  document.head.innerHTML = '';
  const script = Object.assign(document.createElement('script'), { type: 'module' });
  script.setAttribute('src', '/assets/boot-1.js');
  script.dataset.parts = parts;
  document.head.append(script);
}

afterEach(() => vi.unstubAllGlobals());

it('detects an update if the portal serves other chunks than the page on screen', async () => {
  onScreen('/assets/main-1.js');
  vi.stubGlobal('fetch', async () => new Response(buildPage('/assets/main-2.js')));
  expect(await toChunkError(lost)).toBeInstanceOf(OutdatedPageError);
});

it.each([
  ['serves the same code', async () => new Response(buildPage('/assets/main-1.js'))],
  ['is unavailable', async () => new Response('', { status: 503 })],
  ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
])('returns the original error if the portal %s', async (_, fetched) => {
  onScreen('/assets/main-1.js');
  vi.stubGlobal('fetch', fetched);
  expect(await toChunkError(lost)).toBe(lost);
});

it('sends no request for other errors', async () => {
  const fetched = vi.fn();
  vi.stubGlobal('fetch', fetched);
  const fault = new TypeError('x is not a function');
  expect(await toChunkError(fault)).toBe(fault);
  expect(fetched).not.toHaveBeenCalled();
});

it.each([
  ['of another origin', lost],
  ['without its URL', new TypeError('Importing a module script failed.')],
  ['that is no chunk error', new TypeError('x is not a function')],
])('does not import a chunk %s again', async (_, error) => {
  await expect(importAgain(error)).rejects.toBe(error);
});

it('needs the whole page on screen to be served: the main chunk and the others', async () => {
  onScreen('/assets/main-1.js');
  vi.stubGlobal('fetch', async () => new Response('<script src="/assets/boot-2.js" data-parts="/assets/main-1.js">'));
  expect(await toChunkError(lost)).toBeInstanceOf(OutdatedPageError);
});

it('asks for the page past the cache, and not on a page without chunks', async () => {
  const fetched = vi.fn(async (..._: Parameters<typeof fetch>) => new Response(buildPage('/assets/main-1.js')));
  vi.stubGlobal('fetch', fetched);
  document.head.innerHTML = '';
  expect(await toChunkError(lost)).toBe(lost);
  expect(fetched).not.toHaveBeenCalled();
  onScreen('/assets/main-1.js');
  await toChunkError(lost);
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({ cache: 'no-store', signal: expect.any(AbortSignal) });
});
