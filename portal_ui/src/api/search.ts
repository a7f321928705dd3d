import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLanguage } from '../core/i18n/useLanguage';
import { call } from './http';
import type { Found, FoundInstrument, Meta } from './types';

/** The shortest word the server looks for, and the longest. */
export const SHORTEST = 2;
export const LONGEST = 100;

/** What is found for a word. Each word is asked for by itself, so a late answer never replaces a newer one. */
export function useFound(word: string) {
  const language = useLanguage();
  const wanted = word.trim();
  return useQuery({
    queryKey: ['search', wanted, language],
    queryFn: ({ signal }) => call<Found[]>('GET', '/api/v1/requests/search', { query: { word: wanted }, signal }),
    enabled: wanted.length >= SHORTEST,
    staleTime: 10_000,
    // What was found for the word before stays until the new answer is there: nothing jumps.
    placeholderData: wanted.length >= SHORTEST ? keepPreviousData : undefined,
  });
}

/** The instruments that are found for a word, beside its requests. */
export function useFoundInstruments(word: string) {
  const language = useLanguage();
  const wanted = word.trim();
  return useQuery({
    queryKey: ['search', 'instruments', wanted, language],
    queryFn: ({ signal }) =>
      call<FoundInstrument[]>('GET', '/api/v1/instruments/search', { query: { word: wanted }, signal }),
    enabled: wanted.length >= SHORTEST,
    staleTime: 10_000,
    placeholderData: wanted.length >= SHORTEST ? keepPreviousData : undefined,
  });
}

/** The route of a found request's page, as the server declares it for its kind. */
export function foundRoute({ requestType, id }: Pick<Found, 'requestType' | 'id'>, meta: Pick<Meta, 'resources'>) {
  const route = meta.resources.map(({ record }) => record[requestType]).find(Boolean);
  return route?.replace('{id}', String(id)) ?? null;
}

/** The option that a key leads to; null where the key means nothing here. */
export function nextOption(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  return null;
}
