import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useLanguage } from '../../shared/links';
import type { ProcessKind } from './processContext';
import type { ProcessRecord } from './types';

/** Reads one record and keeps it; while `pause` holds, a background read never replaces what is being edited. */
export function useRecord<R extends ProcessRecord>(kind: ProcessKind<R>, id: number, pause: () => boolean) {
  const language = useLanguage();
  const client = useQueryClient();
  const key = useMemo(() => ['process', kind.kind, id, language] as const, [kind.kind, id, language]);
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => kind.read(id, signal),
    refetchOnWindowFocus: () => !pause(),
    refetchOnReconnect: () => !pause(),
    staleTime: 5_000,
    // In another language the page stays, with what is typed on it, until the new words are there.
    placeholderData: keepPreviousData,
  });

  /** Reads without showing; the caller decides what becomes of it. */
  const fetchFresh = useCallback(() => kind.read(id), [kind, id]);

  const apply = useCallback(
    (record: R) => {
      client.setQueryData(key, record);
      return record;
    },
    [client, key],
  );

  const patch = useCallback(
    (change: (record: R) => R) => {
      // An answer on its way was read before this change: it must not undo it.
      void client.cancelQueries({ queryKey: key });
      client.setQueryData<R>(key, (record) => record && change(record));
    },
    [client, key],
  );

  /** The record as it is kept now, which may be newer than the one drawn. */
  const current = useCallback(() => client.getQueryData<R>(key), [client, key]);

  const reload = useCallback(async () => apply(await kind.read(id)), [apply, kind, id]);

  /** Other screens show this record too: their lists and counters are read again when next seen. */
  const forgetLists = useCallback(
    () =>
      client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] !== 'process' && queryKey[0] !== 'meta',
      }),
    [client],
  );

  return { query, current, fetchFresh, apply, patch, reload, forgetLists };
}
