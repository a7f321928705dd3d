import { afterEach, expect, it, vi } from 'vitest';
import { preloadOnIdle } from './preloadOnIdle';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('loads one chunk at a time while the browser is idle, and continues after a failure', async () => {
  const idle: (() => void)[] = [];
  const requestIdleCallback = (work: () => void) => idle.push(work);
  vi.stubGlobal('window', { requestIdleCallback });
  vi.stubGlobal('requestIdleCallback', requestIdleCallback);
  const loaded: string[] = [];
  const load = (name: string, succeeds: boolean) => () => {
    loaded.push(name);
    return succeeds ? Promise.resolve() : Promise.reject(new Error('no connection'));
  };
  preloadOnIdle([load('first', true), load('second', false), load('third', true)]);
  expect(loaded).toEqual([]);
  idle.shift()?.();
  expect(loaded).toEqual(['first']);
  for (const name of ['second', 'third']) {
    await vi.waitFor(() => expect(idle).toHaveLength(1));
    idle.shift()?.();
    expect(loaded.at(-1)).toBe(name);
  }
});

it('uses a timeout in browsers without requestIdleCallback', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('window', {});
  const load = vi.fn(async () => undefined);
  preloadOnIdle([load]);
  expect(load).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(load).toHaveBeenCalledOnce();
});
