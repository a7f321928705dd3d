// @vitest-environment jsdom
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { countersKey, pollQuery, usePolledCounters } from './counters';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('reads the unread count from a header of the same response', async () => {
  const headers = { 'Portal-Unread': '7' };
  vi.stubGlobal('fetch', async () => new Response('[{"requestType":"REPAIR","total":2}]', { headers }));
  const client = new QueryClient();
  function Screen() {
    return usePolledCounters(true).map(({ total }) => total);
  }
  const { findByText } = render(
    <QueryClientProvider client={client}>
      <Screen />
    </QueryClientProvider>,
  );
  await findByText('2');
  expect(client.getQueryData(countersKey)).toMatchObject({ unread: 7 });
});

it('does not refetch prefetched counters on mount', async () => {
  const fetched = vi.fn(async () => new Response('[{"requestType":"REPAIR","total":2}]'));
  vi.stubGlobal('fetch', fetched);
  const client = new QueryClient();
  await client.prefetchQuery(pollQuery);
  function Screen() {
    return usePolledCounters(true).map(({ total }) => total);
  }
  const { container } = render(
    <QueryClientProvider client={client}>
      <Screen />
    </QueryClientProvider>,
  );
  expect(container.textContent).toBe('2');
  expect(fetched).toHaveBeenCalledTimes(1);
});

it('refetches mounted lists only after a count has changed', async () => {
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
  const pollCounters = () => client.refetchQueries({ queryKey: ['counters'] });
  await waitFor(() => expect(client.getQueryData(['counters'])).toBeTruthy());
  await pollCounters();
  expect(list).toHaveBeenCalledTimes(1);
  total = 3;
  await pollCounters();
  await waitFor(() => expect(list).toHaveBeenCalledTimes(2));
});

it('refetches mounted lists if counts changed but not their total', async () => {
  let counts = { REPAIR: 2, PARTS: 1 };
  const answer = () => Object.entries(counts).map(([requestType, total]) => ({ requestType, total }));
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(answer())));
  const list = vi.fn(async () => []);
  const client = new QueryClient();
  function Screen() {
    usePolledCounters(true);
    useQuery({ queryKey: ['action-required', 'getList'], queryFn: list });
    return null;
  }
  render(
    <QueryClientProvider client={client}>
      <Screen />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(client.getQueryData(['counters'])).toBeTruthy());
  counts = { REPAIR: 1, PARTS: 2 };
  await client.refetchQueries({ queryKey: ['counters'] });
  await waitFor(() => expect(list).toHaveBeenCalledTimes(2));
});
