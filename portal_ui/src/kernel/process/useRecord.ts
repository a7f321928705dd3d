import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { currentLanguage, type Language } from '../../i18n/language';
import { countOf, useCounters } from '../../server/counters';
import type { Prefetch } from '../../server/prefetch';
import { useLanguage } from '../../shared/links';
import { courseQuery } from '../course/calls';
import type { ProcessKind } from './processContext';
import { openTab } from './tabs';
import type { ProcessRecord } from './types';

const recordQuery = <R extends ProcessRecord>(kind: ProcessKind<R>, id: number, language: Language) =>
  queryOptions({
    queryKey: ['process', kind.kind, id, language] as const,
    queryFn: ({ signal }) => kind.read(id, signal),
    staleTime: 5_000,
  });

/** Reads the record that a page will show, and its course; the pane that it opens at comes while that is drawn. */
export const prefetchRecord =
  <R extends ProcessRecord>(kind: ProcessKind<R>): Prefetch =>
  async (client, { id }, search) => {
    const language = currentLanguage();
    const record = await client.fetchQuery(recordQuery(kind, Number(id), language));
    void kind.panes.load(openTab(record.process, new URLSearchParams(search).get('tab')).key);
    await client.prefetchQuery(courseQuery(record.id, record.version, language));
  };

/** Reads one record and keeps it; while `pause` holds, a background read never replaces what is being edited. */
export function useRecord<R extends ProcessRecord>(kind: ProcessKind<R>, id: number, pause: () => boolean) {
  const language = useLanguage();
  const client = useQueryClient();
  const asked = useMemo(() => recordQuery(kind, id, language), [kind, id, language]);
  const key = asked.queryKey;
  const query = useQuery({
    ...asked,
    refetchOnWindowFocus: () => !pause(),
    refetchOnReconnect: () => !pause(),
    // In another language the page stays, with what is typed on it, until the new words are there.
    placeholderData: keepPreviousData,
  });

  // Something came to the user or went: it may be this record, on a page that says that it waits for somebody else.
  const waiting = countOf(useCounters() ?? []);
  const before = useRef(waiting);
  const { isStale, refetch } = query;
  useEffect(() => {
    if (before.current === waiting) return;
    before.current = waiting;
    if (isStale && !pause()) void refetch();
  }, [waiting, isStale, refetch, pause]);

  const store = useMemo(() => {
    /** Reads without showing; the caller decides what becomes of it. */
    const fetchFresh = () => kind.read(id);
    const apply = (record: R): R => {
      client.setQueryData(key, record);
      return record;
    };
    return {
      fetchFresh,
      apply,
      reload: async () => apply(await fetchFresh()),
      patch: (change: (record: R) => R) => {
        // An answer on its way was read before this change: it must not undo it.
        void client.cancelQueries({ queryKey: key });
        client.setQueryData<R>(key, (record) => record && change(record));
      },
      /** The record as it is kept now, which may be newer than the one drawn. */
      current: () => client.getQueryData<R>(key),
      /** Other screens show this record too: their lists and counters are read again when next seen. */
      forgetLists: (options: { refetchType?: 'none' } = {}) =>
        client.invalidateQueries({
          ...options,
          predicate: ({ queryKey }) => queryKey[0] !== 'process' && queryKey[0] !== 'meta',
        }),
    };
  }, [client, key, kind, id]);

  return { query, ...store };
}
