// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { countersKey } from './counters';
import { call } from './http';
import { useMarkRequestSeen } from './inAppNotifications';

vi.mock('./http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));

it('marks the notifications of an open request as seen, also those that arrive meanwhile', async () => {
  const client = new QueryClient();
  const setUnread = (unread: number) => client.setQueryData(countersKey, { counters: [], unread });
  const invalidated = vi.spyOn(client, 'invalidateQueries');
  vi.mocked(call).mockResolvedValue(1);
  setUnread(0);
  renderHook(() => useMarkRequestSeen('R-2026-000001'), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  expect(call).not.toHaveBeenCalled();
  act(() => void setUnread(2));
  await waitFor(() => expect(invalidated).toHaveBeenCalledWith({ queryKey: countersKey }));
  act(() => void setUnread(3));
  await waitFor(() => expect(call).toHaveBeenCalledTimes(2));
  expect(vi.mocked(call).mock.calls[0]).toEqual([
    'PUT',
    '/api/v1/notifications/seen/request',
    { query: { number: 'R-2026-000001' } },
  ]);
});
