import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useRef } from 'react';
import { callWithHeaders } from './http';
import type { Counter, Meta, ResourceMeta } from './types';

/** Route of the list of all requests that require action by the user. */
export const inboxPath = 'action-required';

const POLL_INTERVAL_MS = 10_000;
const none: readonly Counter[] = [];
export const countersKey = ['counters'];

/** Result of a poll: counters by request type and unread notifications. */
export type Polled = { counters: readonly Counter[]; unread: number };

async function poll(signal: AbortSignal): Promise<Polled> {
  const path = '/api/v1/requests/fetch-number/action-required';
  const { body, headers } = await callWithHeaders<Counter[]>('GET', path, { signal });
  return { counters: body, unread: Number(headers.get('Portal-Unread') ?? 0) };
}

export const pollQuery = queryOptions({
  queryKey: countersKey,
  queryFn: ({ signal }) => poll(signal),
  // App.tsx prefetches it before the first render: no second request on mount.
  staleTime: POLL_INTERVAL_MS,
});

/** Return whether the role has the list of requests that require action. */
export const hasInbox = ({ pages }: Pick<Meta, 'pages'>): boolean => pages.some(({ path }) => path === inboxPath);

/** Poll the counters every ten seconds, except in hidden tabs or if disabled. */
export function usePolledCounters(enabled: boolean): readonly Counter[] {
  const client = useQueryClient();
  const { data: polled } = useQuery({
    ...pollQuery,
    enabled,
    refetchInterval: POLL_INTERVAL_MS,
    refetchIntervalInBackground: false,
  });
  const data = polled?.counters ?? none;

  // A changed count means that mounted lists are stale. Compared by type, as the total may stay the same.
  const counts = enabled ? countsByKind(data) : '';
  const before = useRef<string | null>(null);
  useEffect(() => {
    if (before.current !== null && before.current !== counts && data !== none) {
      client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === 'getList' });
    }
    if (data !== none) before.current = counts;
  }, [client, data, counts]);

  return data;
}

const countsByKind = (counters: readonly Counter[]): string =>
  counters
    .filter(({ total }) => total > 0)
    .map(({ requestType, total }) => `${requestType}:${total}`)
    .sort()
    .join(' ');

const CountersContext = createContext<readonly Counter[] | null>(null);
export const CountersProvider = CountersContext.Provider;

/** Return the counters by request type; null for roles without counters. */
export function useCounters(): readonly Counter[] | null {
  return useContext(CountersContext);
}

export function getCount(counters: readonly Counter[], kinds?: readonly string[]): number {
  return counters.reduce(
    (sum, { requestType, total }) => ((kinds?.includes(requestType) ?? true) ? sum + total : sum),
    0,
  );
}

/** Return whether only some rows of a list may require action (filter `myTurn`). */
export function canRequireAction({ filters }: Pick<ResourceMeta, 'filters'>): boolean {
  return filters.some(({ key }) => key === 'myTurn');
}

/** Format the count of a badge: "" for 0, "9+" above 9. */
export function formatBadge(count: number): string {
  if (count <= 0) return '';
  return count > 9 ? '9+' : String(count);
}
