import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useRef } from 'react';
import { callWithHeaders } from './http';
import type { Counter, Meta, ResourceMeta } from './types';

/** The list of what waits for the user, whatever its kind. */
export const inboxPath = 'action-required';

const POLL_INTERVAL_MS = 10_000;
const none: readonly Counter[] = [];
export const countersKey = ['counters'];

/** Response of a poll: counts of waiting requests by kind, and the unread notifications in a header. */
export type Polled = { counters: readonly Counter[]; unread: number };

async function poll(signal: AbortSignal): Promise<Polled> {
  const path = '/api/v1/requests/fetch-number/action-required';
  const { body, headers } = await callWithHeaders<Counter[]>('GET', path, { signal });
  return { counters: body, unread: Number(headers.get('Portal-Unread') ?? 0) };
}

export const pollQuery = queryOptions({
  queryKey: countersKey,
  queryFn: ({ signal }) => poll(signal),
  // What was asked for before the page was drawn is not asked for once more as it is.
  staleTime: POLL_INTERVAL_MS,
});

/** Whether the role can open the list of requests that wait for the user. */
export const hasInbox = ({ pages }: Pick<Meta, 'pages'>): boolean => pages.some(({ path }) => path === inboxPath);

/** Poll the counters every ten seconds, except in a hidden tab or for roles that have none. */
export function usePolledCounters(enabled: boolean): readonly Counter[] {
  const client = useQueryClient();
  const { data: polled } = useQuery({
    ...pollQuery,
    enabled,
    refetchInterval: POLL_INTERVAL_MS,
    refetchIntervalInBackground: false,
  });
  const data = polled?.counters ?? none;

  // A request came or went: the lists on screen are out of date. Compared by kind, as one may come while another goes.
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

/** What waits for the user, by kind; null for roles that nothing waits for. */
export function useCounters(): readonly Counter[] | null {
  return useContext(CountersContext);
}

export function getCount(counters: readonly Counter[], kinds?: readonly string[]): number {
  return counters.reduce(
    (sum, { requestType, total }) => ((kinds?.includes(requestType) ?? true) ? sum + total : sum),
    0,
  );
}

/** Whether some rows of a list may wait for the user and others not: there it pays to tell them apart. */
export function canRequireAction({ filters }: Pick<ResourceMeta, 'filters'>): boolean {
  return filters.some(({ key }) => key === 'myTurn');
}

/** What a badge shows: nothing for 0, "9+" above 9. */
export function formatBadge(count: number): string {
  if (count <= 0) return '';
  return count > 9 ? '9+' : String(count);
}
