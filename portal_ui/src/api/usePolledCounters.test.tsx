// @vitest-environment jsdom
import { focusManager, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, render, waitFor } from '@testing-library/react';
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
  const buildResponse = () => Object.entries(counts).map(([requestType, total]) => ({ requestType, total }));
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(buildResponse())));
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

function show(enabled = true) {
  const client = new QueryClient();
  function Screen() {
    return usePolledCounters(enabled).length;
  }
  const page = render(
    <QueryClientProvider client={client}>
      <Screen />
    </QueryClientProvider>,
  );
  return { client, page };
}

it('polls every ten seconds, but not in hidden tabs', async () => {
  vi.useFakeTimers();
  const fetched = vi.fn(async (_: string) => new Response('[]'));
  vi.stubGlobal('fetch', fetched);
  const { page } = show();
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await wait(0);
  const first = fetched.mock.calls.length;
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/v1/requests/fetch-number/action-required');
  await wait(9_900);
  expect(fetched).toHaveBeenCalledTimes(first);
  await wait(200);
  expect(fetched).toHaveBeenCalledTimes(first + 1);
  focusManager.setFocused(false);
  await wait(30_000);
  expect(fetched).toHaveBeenCalledTimes(first + 1);
  focusManager.setFocused(undefined);
  page.unmount();
  vi.useRealTimers();
});

it('sends no request for roles without counters', async () => {
  const fetched = vi.fn();
  vi.stubGlobal('fetch', fetched);
  const { page } = show(false);
  expect(page.container.textContent).toBe('0');
  expect(fetched).not.toHaveBeenCalled();
});

it('counts no unread notifications without the header', async () => {
  vi.stubGlobal('fetch', async () => new Response('[]'));
  const { client } = show();
  await waitFor(() => expect(client.getQueryData(countersKey)).toEqual({ counters: [], unread: 0 }));
});

it('refetches only lists after a changed count, and not if a type without requests is added', async () => {
  let counts: Record<string, number> = { REPAIR: 2 };
  const buildResponse = () => Object.entries(counts).map(([requestType, total]) => ({ requestType, total }));
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(buildResponse())));
  const { client, page } = show();
  const keys = [['active-repairs', 'getList'], ['repairs', 'getOne', {}], ['notices']];
  for (const key of keys) client.setQueryData(key, {});
  const areInvalidated = () => keys.map((key) => client.getQueryState(key)?.isInvalidated);
  await waitFor(() => expect(client.getQueryData(countersKey)).toBeTruthy());
  const poll = () => act(() => client.refetchQueries({ queryKey: countersKey }));
  counts = { PARTS: 0, REPAIR: 2 };
  await poll();
  await waitFor(() => expect(page.container.textContent).toBe('2'));
  expect(areInvalidated()).toEqual([false, false, false]);
  counts = { REPAIR: 1 };
  await poll();
  await waitFor(() => expect(areInvalidated()).toEqual([true, false, false]));
});

it('cancels a poll once no page needs it', async () => {
  const fetched = vi.fn((..._: [string, RequestInit]) => new Promise<Response>(() => {}));
  vi.stubGlobal('fetch', fetched);
  const { page } = show();
  await waitFor(() => expect(fetched).toHaveBeenCalled());
  page.unmount();
  expect(fetched.mock.calls.at(-1)?.[1].signal?.aborted).toBe(true);
});
