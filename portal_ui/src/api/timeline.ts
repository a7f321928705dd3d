import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { Language } from '../core/i18n/language';
import { useLanguage } from '../core/i18n/useLanguage';
import { call } from './http';
import { courseKey } from './recordQuery';
import type { components } from './schema';

export type Course = components['schemas']['Course'];

/** Who has held a request, and until when; asked anew with each version of it. */
export const courseQuery = (requestId: number, version: number, language: Language) =>
  queryOptions({
    queryKey: [courseKey, requestId, version, language],
    queryFn: ({ signal }) => call<Course>('GET', '/api/v1/requests/fetch/course', { query: { requestId }, signal }),
    staleTime: 60_000,
    retry: false, // it informs: whoever has no bar can go on working
  });

export function useCourse(requestId: number, version: number) {
  const language = useLanguage();
  return useQuery({ ...courseQuery(requestId, version, language), placeholderData: keepPreviousData });
}
