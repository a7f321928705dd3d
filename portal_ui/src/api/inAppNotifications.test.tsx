// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { countersKey } from './counters';
import { call } from './http';
import { useMarkRequestRead } from './inAppNotifications';

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
