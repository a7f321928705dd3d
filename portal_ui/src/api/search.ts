import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLanguage } from '../core/i18n/useLanguage';
import { call } from './http';
import type { InstrumentSearchResult, Meta, SearchResult } from './types';

/** Length limits of the search term on the server. */
export const MIN_TERM_LENGTH = 2;
export const MAX_TERM_LENGTH = 100;

/** Query a search, each term by itself: a late response replaces no newer one. */
function useTermQuery<Result>(path: string, text: string) {
  const language = useLanguage();
  const word = text.trim();
  return useQuery({
    queryKey: ['search', path, word, language],
    queryFn: ({ signal }) => call<Result[]>('GET', path, { query: { word }, signal }),
    enabled: word.length >= MIN_TERM_LENGTH,
    staleTime: 10_000,
    // Previous results remain until the new response arrives, to avoid a layout shift.
    placeholderData: word.length >= MIN_TERM_LENGTH ? keepPreviousData : undefined,
  });
}

/** Search requests. */
export const useSearch = (text: string) => useTermQuery<SearchResult>('/api/v1/requests/search', text);

/** Search instruments. */
export const useInstrumentSearch = (text: string) =>
  useTermQuery<InstrumentSearchResult>('/api/v1/instruments/search', text);

/** Return the route of a found request, as the server declares it for its type. */
export function getMatchRoute(
  { requestType, id }: Pick<SearchResult, 'requestType' | 'id'>,
  meta: Pick<Meta, 'resources'>,
) {
  const route = meta.resources.map(({ record }) => record[requestType]).find(Boolean);
  return route?.replace('{id}', String(id)) ?? null;
}

/** Return the index of the option that an arrow key moves to; null for other keys. */
export function getNextOption(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  return null;
}
