// @vitest-environment jsdom
import { focusManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CountersProvider, countersKey } from './counters';
import { call } from './http';
import { useInAppNotifications, useMarkRequestRead, useMarkSeen } from './inAppNotifications';

vi.mock('./http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
beforeEach(() => {
  vi.mocked(call).mockReset().mockResolvedValue(1);
});

function open() {
  const client = new QueryClient();
  const invalidated = vi.spyOn(client, 'invalidateQueries');
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { rerender } = renderHook((version: number) => useMarkRequestRead({ number: 'R-2026-000001', version }), {
    wrapper,
    initialProps: 1,
  });
  return { client, invalidated, rerender };
}

it('marks the notifications of a request as read once per version of it', async () => {
  const { client, invalidated, rerender } = open();
  const setUnread = (unread: number) => act(() => void client.setQueryData(countersKey, { counters: [], unread }));
  setUnread(2);
  await waitFor(() => expect(invalidated).toHaveBeenCalledWith({ queryKey: countersKey }));
  // One that arrives meanwhile may be about a version that is not on the screen yet.
  setUnread(3);
  expect(call).toHaveBeenCalledTimes(1);
  rerender(2);
  expect(vi.mocked(call).mock.calls).toEqual(
    Array(2).fill(['PUT', '/api/v1/notifications/seen/request', { query: { number: 'R-2026-000001' } }]),
  );
});

it('marks them for roles that poll the list, and not without unread ones', async () => {
  const { client } = open();
  act(() => void client.setQueryData(countersKey, { counters: [], unread: 0 }));
  expect(call).not.toHaveBeenCalled();
  const listing = open();
  act(() => void listing.client.setQueryData(['notices'], { new: 1, content: [] }));
  await waitFor(() => expect(call).toHaveBeenCalledTimes(1));
});

it('keeps the unread count if no notification was about the request, or if the server is away', async () => {
  vi.mocked(call).mockResolvedValueOnce(0).mockRejectedValueOnce(new Error('away'));
  const { client, invalidated, rerender } = open();
  act(() => void client.setQueryData(countersKey, { counters: [], unread: 2 }));
  await waitFor(() => expect(call).toHaveBeenCalledTimes(1));
  rerender(2);
  await waitFor(() => expect(call).toHaveBeenCalledTimes(2));
  await act(async () => {});
  expect(invalidated).not.toHaveBeenCalled();
});

const page = (ids: number[]) => ({ new: 4, content: ids.map((id) => ({ id })), degraded: [] }) as never;

function run<T>(hook: () => T, counters: [] | null = null) {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <CountersProvider value={counters}>{children}</CountersProvider>
    </QueryClientProvider>
  );
  return { client, ...renderHook(hook, { wrapper, reactStrictMode: false }) };
}
afterEach(() => {
  cleanup();
  focusManager.setFocused(undefined);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('are marked as seen up to the newest that is shown, and both counts are read again', async () => {
  const { client, result } = run(() => useMarkSeen(page([9, 8, 7])));
  const invalidated = vi.spyOn(client, 'invalidateQueries');
  await act(() => result.current.mutateAsync());
  expect(vi.mocked(call).mock.calls).toEqual([['PUT', '/api/v1/notifications/seen', { query: { upTo: 9 } }]]);
  expect(invalidated.mock.calls).toEqual([[{ queryKey: ['notices'] }], [{ queryKey: countersKey }]]);
});

it('are not marked as seen while none is loaded', async () => {
  for (const shown of [undefined, page([])]) {
    const { result } = run(() => useMarkSeen(shown));
    await act(() => result.current.mutateAsync());
  }
  expect(call).not.toHaveBeenCalled();
});

it('are polled once a minute, with their count, for roles without counters', async () => {
  vi.useFakeTimers();
  vi.mocked(call).mockResolvedValue(page([9]));
  const { result } = run(() => useInAppNotifications(false));
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await wait(1);
  expect(call).toHaveBeenCalledTimes(1);
  expect(result.current.unreadCount).toBe(4);
  await wait(59_900);
  expect(call).toHaveBeenCalledTimes(1);
  await wait(200);
  expect(call).toHaveBeenCalledTimes(2);
});

it('have the count of the poll for roles with counters, whose list is not polled', async () => {
  vi.useFakeTimers();
  vi.mocked(call).mockResolvedValue(page([9]));
  const { client, result } = run(() => useInAppNotifications(true), []);
  act(() => void client.setQueryData(countersKey, { counters: [], unread: 2 }));
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(result.current).toMatchObject({ unreadCount: 2, error: null, notifications: { content: [{ id: 9 }] } });
  const requests = vi.mocked(call).mock.calls.length;
  await act(() => vi.advanceTimersByTimeAsync(200_000));
  expect(call).toHaveBeenCalledTimes(requests);
});

it('send no request of their own while closed, for roles with counters', async () => {
  const fetched = vi.fn();
  vi.stubGlobal('fetch', fetched);
  const { result } = run(() => useInAppNotifications(false), []);
  await act(async () => {});
  expect(result.current).toMatchObject({ unreadCount: 0, notifications: undefined });
  const marked = run(() => useMarkRequestRead({ number: 'R-1', version: 1 }), []);
  await act(async () => marked.rerender());
  expect(call).not.toHaveBeenCalled();
  expect(fetched).not.toHaveBeenCalled();
});

it('are not polled in a hidden tab', async () => {
  vi.useFakeTimers();
  vi.mocked(call).mockResolvedValue(page([9]));
  run(() => useInAppNotifications(false));
  await act(() => vi.advanceTimersByTimeAsync(1));
  focusManager.setFocused(false);
  await act(() => vi.advanceTimersByTimeAsync(200_000));
  expect(call).toHaveBeenCalledTimes(1);
});

it('are read again while open, once another one has arrived', async () => {
  vi.mocked(call).mockResolvedValue(page([9]));
  const { client } = run(() => useInAppNotifications(true), []);
  await waitFor(() => expect(call).toHaveBeenCalledTimes(1));
  const before = vi.mocked(call).mock.calls.length;
  await act(async () => void client.setQueryData(countersKey, { counters: [], unread: 2 }));
  await waitFor(() => expect(vi.mocked(call).mock.calls.length).toBeGreaterThan(before));
});
