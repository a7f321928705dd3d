import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLanguage } from '../core/i18n/useLanguage';
import { call } from './http';
import type { InstrumentSearchResult, Meta, SearchResult } from './types';

/** The shortest word the server looks for, and the longest. */
export const MIN_WORD_LENGTH = 2;
export const MAX_WORD_LENGTH = 100;

/** Search for a word. Each word has its own query, so a late response never replaces a newer one. */
export function useSearch(word: string) {
  const language = useLanguage();
  const wanted = word.trim();
  return useQuery({
    queryKey: ['search', wanted, language],
    queryFn: ({ signal }) =>
      call<SearchResult[]>('GET', '/api/v1/requests/search', { query: { word: wanted }, signal }),
    enabled: wanted.length >= MIN_WORD_LENGTH,
    staleTime: 10_000,
    // What was found for the word before stays until the new answer is there: nothing jumps.
    placeholderData: wanted.length >= MIN_WORD_LENGTH ? keepPreviousData : undefined,
  });
}

/** The instruments that are found for a word, beside its requests. */
export function useInstrumentSearch(word: string) {
  const language = useLanguage();
  const wanted = word.trim();
  return useQuery({
    queryKey: ['search', 'instruments', wanted, language],
    queryFn: ({ signal }) =>
      call<InstrumentSearchResult[]>('GET', '/api/v1/instruments/search', { query: { word: wanted }, signal }),
    enabled: wanted.length >= MIN_WORD_LENGTH,
    staleTime: 10_000,
    placeholderData: wanted.length >= MIN_WORD_LENGTH ? keepPreviousData : undefined,
  });
}

/** The route of a found request's page, as the server declares it for its kind. */
export function getMatchRoute(
  { requestType, id }: Pick<SearchResult, 'requestType' | 'id'>,
  meta: Pick<Meta, 'resources'>,
) {
  const route = meta.resources.map(({ record }) => record[requestType]).find(Boolean);
  return route?.replace('{id}', String(id)) ?? null;
}

/** Option that an arrow key leads to (keyboard navigation); null for other keys. */
export function getNextOption(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  return null;
}
