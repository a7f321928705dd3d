// @vitest-environment jsdom
import { focusManager } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import { CoreAdminContext, testDataProvider } from 'ra-core';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { usePendingAccountRequests } from './pendingAccountRequests';

const getList = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  getList.mockReset().mockResolvedValue({ data: [{ id: 9 }], total: 4 });
});
afterEach(() => {
  cleanup();
  focusManager.setFocused(undefined);
  vi.useRealTimers();
});

async function open() {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <CoreAdminContext dataProvider={testDataProvider({ getList })}>{children}</CoreAdminContext>
  );
  // In strict mode each query would begin twice.
  const { result } = renderHook(() => usePendingAccountRequests(), { wrapper, reactStrictMode: false });
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  expect(result.current).toBe(0);
  await wait(10);
  return { result, wait };
}

it('counts the account requests that wait for approval, without their rows', async () => {
  const { result } = await open();
  expect(result.current).toBe(4);
  expect(getList.mock.calls.map(([resource, { filter, pagination }]) => [resource, filter, pagination])).toEqual([
    ['account-requests', { state: ['WAITING_APPROVAL'] }, { page: 1, perPage: 1 }],
  ]);
});

it('counts the account requests again every minute, but not in a hidden tab', async () => {
  const { result, wait } = await open();
  getList.mockResolvedValue({ data: [], total: 5 });
  await wait(59_000);
  expect([getList.mock.calls.length, result.current]).toEqual([1, 4]);
  await wait(1_100);
  expect([getList.mock.calls.length, result.current]).toEqual([2, 5]);
  focusManager.setFocused(false);
  await wait(180_000);
  expect(getList).toHaveBeenCalledTimes(2);
});
