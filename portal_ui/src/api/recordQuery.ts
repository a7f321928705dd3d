import { type InvalidateOptions, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { Identifier, RaRecord } from 'ra-core';
import type { Language } from '../core/i18n/language';
import { dataProvider } from './dataProvider';
import { metaKey } from './queryClient';
import { isRequestResource, type RequestResource } from './requests';

/** Return the query key under which react-admin caches a record of `useGetOne`. */
export const buildRecordKey = (resource: string, id: Identifier, meta?: object): QueryKey => [
  resource,
  'getOne',
  { id: String(id), meta },
];

/** Stale time of a request's record in ms. */
export const REQUEST_STALE_MS = 5_000;

/** Return query options to prefetch a request as `useGetOne` reads it. */
export const requestQuery = <R extends RaRecord<number>>(resource: RequestResource, id: number, language: Language) =>
  queryOptions({
    queryKey: buildRecordKey(resource, id, { language }),
    queryFn: ({ signal }) =>
      dataProvider.getOne<R>(resource, { id, meta: { language }, signal }).then(({ data }) => data),
    staleTime: REQUEST_STALE_MS,
  });

/** First part of the query keys of timelines, which are cached per request version. */
export const TIMELINE_KEY = 'timeline';

/** Invalidate lists and counters after a write. Not requests: their pages refetch and keep unsaved input. */
export const invalidateLists = (client: QueryClient, options: { refetchType?: 'none' } & InvalidateOptions = {}) =>
  client.invalidateQueries({
    ...options,
    predicate: ({ queryKey: [resource, method] }) =>
      resource !== metaKey && resource !== TIMELINE_KEY && !(method === 'getOne' && isRequestResource(resource)),
  });
