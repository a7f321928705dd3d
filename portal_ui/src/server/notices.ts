import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { countOf, useCounters } from './counters';
import { call } from './http';
import type { Notices } from './types';

const queryKey = ['notices'];
const askEvery = 60_000;

/** What was told to the user: asked for once a minute, and when the polled counters say that something has happened. */
export function useNotices(): Notices | undefined {
  const client = useQueryClient();
  const counters = useCounters();
  const waiting = counters ? countOf(counters) : 0;
  const { data, isSuccess } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call<Notices>('GET', '/api/v1/notifications', { signal }),
    refetchInterval: askEvery,
    refetchIntervalInBackground: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number is what it is asked again for
  useEffect(() => {
    if (isSuccess) client.invalidateQueries({ queryKey });
  }, [client, waiting]);
  return data;
}

/** Notes that the user has seen what was told up to the newest on screen. */
export function useMarkSeen(notices: Notices | undefined) {
  const client = useQueryClient();
  const newest = notices?.content[0]?.id;
  return useMutation({
    mutationFn: async () => {
      if (newest !== undefined) await call<true>('PUT', '/api/v1/notifications/seen', { query: { upTo: newest } });
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
