// @vitest-environment jsdom
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { usePolledCounters } from './counters';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('renews the lists on screen when something came or went, and not before', async () => {
  let total = 2;
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify([{ requestType: 'REPAIR', total }])));
  const list = vi.fn(async () => []);
  const client = new QueryClient();
  function Screen() {
    usePolledCounters(true);
    useQuery({ queryKey: ['active-repairs', 'getList'], queryFn: list });
    return null;
  }
  render(
    <QueryClientProvider client={client}>
      <Screen />
    </QueryClientProvider>,
  );
  const polled = () => client.refetchQueries({ queryKey: ['counters'] });
  await waitFor(() => expect(client.getQueryData(['counters'])).toBeTruthy());
  await polled();
  expect(list).toHaveBeenCalledTimes(1);
  total = 3;
  await polled();
  await waitFor(() => expect(list).toHaveBeenCalledTimes(2));
});
