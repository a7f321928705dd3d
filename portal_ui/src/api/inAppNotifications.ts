import { type QueryClient, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEvent } from 'ra-core';
import { useEffect } from 'react';
import { countersKey, pollQuery, useCounters } from './counters';
import { call } from './http';
import type { InAppNotifications } from './types';

const queryKey = ['notices'];
const POLL_INTERVAL_MS = 60_000;

/** Maximum of the unread count; the server does not count further. */
export const MAX_UNREAD = 100;

/**
 * Query notifications and their unread count. The count is part of the counters' poll, the list is fetched when
 * opened; roles without counters poll the list once a minute.
 */
export function useInAppNotifications(open: boolean): {
  notifications: InAppNotifications | undefined;
  unreadCount: number;
  error: Error | null;
} {
  const client = useQueryClient();
  const polls = useCounters() !== null;
  const unread = useQuery({ ...pollQuery, enabled: false }).data?.unread ?? 0;
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call<InAppNotifications>('GET', '/api/v1/notifications', { signal }),
    enabled: open || !polls,
    staleTime: 0,
    refetchInterval: polls ? false : POLL_INTERVAL_MS,
    refetchIntervalInBackground: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed unread count triggers the refetch
  useEffect(() => {
    if (open && polls) client.invalidateQueries({ queryKey });
  }, [client, unread]);
  return { notifications: data, unreadCount: polls ? unread : (data?.new ?? 0), error };
}

/**
 * Mark the notifications of an open request as read, for each version of it.
 *
 * One that arrives meanwhile stays unread until the version that it is about is on the screen.
 */
export function useMarkRequestRead({ number, version }: { number: string; version: number }): void {
  const client = useQueryClient();
  const polled = useQuery({ ...pollQuery, enabled: false }).data?.unread;
  // Roles without counters poll the list.
  const listed = useQuery<InAppNotifications>({ queryKey, queryFn: skipToken }).data?.new;
  const unread = polled ?? listed;
  const isKnown = unread !== undefined;
  const mark = useEvent(() => {
    if (!unread) return;
    call<number>('PUT', '/api/v1/notifications/seen/request', { query: { number } }).then(
      (count) => {
        if (count > 0) void invalidateNotifications(client);
      },
      () => undefined, // the bell keeps its count
    );
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per version
  useEffect(() => {
    if (isKnown) mark();
  }, [isKnown, number, version, mark]);
}

const invalidateNotifications = (client: QueryClient) =>
  Promise.all([queryKey, countersKey].map((key) => client.invalidateQueries({ queryKey: key })));

/** Return the mutation that marks notifications as seen, up to the newest loaded. */
export function useMarkSeen(notifications: InAppNotifications | undefined) {
  const client = useQueryClient();
  const newest = notifications?.content[0]?.id;
  return useMutation({
    mutationFn: async () => {
      if (newest !== undefined) await call<true>('PUT', '/api/v1/notifications/seen', { query: { upTo: newest } });
    },
    onSettled: () => invalidateNotifications(client),
  });
}
