// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { createStore } from './store';

const onScreen = (isPhone: boolean) =>
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: isPhone && query.includes('max-width') }));

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

it('keeps the navigation open after a reload, except on a phone', () => {
  onScreen(false);
  createStore('ana').setItem('sidebar.open', true);
  expect(createStore('ana').getItem('sidebar.open')).toBe(true);
  onScreen(true);
  expect(createStore('ana').getItem('sidebar.open')).toBe(false);
});

it('keeps all other settings per user', () => {
  onScreen(true);
  createStore('ana').setItem('columns', ['a']);
  expect(createStore('ana').getItem('columns')).toEqual(['a']);
  expect(createStore('an').getItem('columns')).toBeUndefined();
});

it('opens the navigation on a wide screen after a first visit on a tablet', () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('1099.95') }));
  expect(createStore('ana').getItem('sidebar.open', true)).toBe(false);
  onScreen(false);
  expect(createStore('ana').getItem('sidebar.open', true)).toBe(true);
});

it('closes the navigation on a tablet until the user opens it', () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('1099.95') }));
  const store = createStore('ana');
  expect(store.getItem('sidebar.open')).toBe(false);
  store.setItem('sidebar.open', true);
  expect(createStore('ana').getItem('sidebar.open')).toBe(true);
});

it('removes the settings of one user by prefix, and notifies their subscribers', () => {
  onScreen(false);
  const store = createStore('ana');
  const other = createStore('an');
  for (const each of [store, other]) each.setItem('columns.parts', ['a']);
  store.setItem('recent', [1]);
  const listener = vi.fn();
  const stop = store.subscribe('columns.parts', listener);
  store.removeItems('columns.');
  expect(listener.mock.calls).toEqual([[undefined]]);
  expect([store.getItem('columns.parts'), store.getItem('recent')]).toEqual([undefined, [1]]);
  store.reset();
  expect([store.getItem('recent'), other.getItem('columns.parts')]).toEqual([undefined, ['a']]);
  stop();
  store.setItem('columns.parts', ['b']);
  expect(listener).toHaveBeenCalledTimes(1);
});

it('uses the default of a setting that cannot be read', () => {
  onScreen(false);
  localStorage.setItem('portal_store:ana/columns', '{');
  expect(createStore('ana').getItem('columns', ['a'])).toEqual(['a']);
});

it('removes a setting without a value, and notifies of each change', () => {
  onScreen(false);
  const store = createStore('ana');
  const listener = vi.fn();
  const other = vi.fn();
  store.subscribe('columns', listener);
  store.subscribe('recent', other);
  store.setItem('columns', ['a']);
  store.setItem('columns', undefined);
  expect(listener.mock.calls).toEqual([[['a']], [undefined]]);
  expect(other).not.toHaveBeenCalled();
  expect(store.getItem('columns', 'default')).toBe('default');
  expect(localStorage).toHaveLength(0);
});

it.each([false, 0, ''])('keeps a setting that is %j, instead of the default', (value) => {
  onScreen(false);
  createStore('ana').setItem('sidebar.open', value);
  expect(createStore('ana').getItem('sidebar.open', true)).toBe(value);
});

it('stores nothing on the device without a user', () => {
  onScreen(false);
  const store = createStore(undefined);
  store.setup();
  store.setItem('columns', ['a']);
  expect([store.getItem('columns'), localStorage.length]).toEqual([['a'], 0]);
});
