// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { importAgain } from './chunkErrors';

/** URL of the lost chunk that the browser has not requested yet. */
const url = `${location.origin}/assets/Pane-1a.js?retry=1764000000000`;
const lost = new TypeError(`Failed to fetch dynamically imported module: ${location.origin}/assets/Pane-1a.js`);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_764_000_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.doUnmock(url);
  vi.resetModules();
});

it('imports a lost chunk of the portal under another URL', async () => {
  const Pane = () => null;
  vi.doMock(url, () => ({ default: Pane }));
  expect(await importAgain<{ default: unknown }>(lost)).toMatchObject({ default: Pane });
});

it('reports the lost chunk, if another page is served instead of it', async () => {
  vi.doMock(url, () => ({ other: true }));
  await expect(importAgain(lost)).rejects.toBe(lost);
});
