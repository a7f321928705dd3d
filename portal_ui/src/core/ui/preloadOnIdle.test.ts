import { afterEach, expect, it, vi } from 'vitest';
import { preloadOnIdle } from './preloadOnIdle';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('loads one file at a time, each when there is nothing else to do, and goes on where one does not come', async () => {
  const idle: (() => void)[] = [];
  const requestIdleCallback = (work: () => void) => idle.push(work);
  vi.stubGlobal('window', { requestIdleCallback });
  vi.stubGlobal('requestIdleCallback', requestIdleCallback);
  const asked: string[] = [];
  const load = (name: string, comes: boolean) => () => {
    asked.push(name);
    return comes ? Promise.resolve() : Promise.reject(new Error('no connection'));
  };
  preloadOnIdle([load('first', true), load('second', false), load('third', true)]);
  expect(asked).toEqual([]);
  idle.shift()?.();
  expect(asked).toEqual(['first']);
  for (const name of ['second', 'third']) {
    await vi.waitFor(() => expect(idle).toHaveLength(1));
    idle.shift()?.();
    expect(asked.at(-1)).toBe(name);
  }
});

it('waits a moment where the browser does not tell when it is idle', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('window', {});
  const load = vi.fn(async () => undefined);
  preloadOnIdle([load]);
  expect(load).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(load).toHaveBeenCalledOnce();
});
