// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

let narrow = true;

beforeEach(() => {
  narrow = true;
  vi.resetModules();
  vi.stubGlobal('matchMedia', () => ({ matches: narrow }));
  Object.defineProperty(document, 'fonts', { configurable: true, value: { load: async () => [] } });
});
afterEach(() => {
  localStorage.clear();
  document.head.replaceChildren();
  vi.unstubAllGlobals();
});

const links = () => [...document.head.querySelectorAll('link')];
const rels = () => links().map(({ rel }) => rel);
const come = () => links().forEach((link) => void link.dispatchEvent(new Event('load')));

it('wait on a phone that has none of them, and come with the page once they are kept', async () => {
  const first = await import('./fonts');
  expect(first.deferFonts).toBe(true);
  const loading = first.loadFonts();
  expect(rels()).toEqual(['stylesheet']);
  come();
  await loading;
  vi.resetModules();
  expect((await import('./fonts')).deferFonts).toBe(false);
});

it('never wait on a desk', async () => {
  narrow = false;
  expect((await import('./fonts')).deferFonts).toBe(false);
});

it('are fetched without being shown', async () => {
  const { prefetchFonts } = await import('./fonts');
  const fetching = prefetchFonts();
  come();
  await fetching;
  expect(rels()).toEqual(['prefetch', 'prefetch']);
});
