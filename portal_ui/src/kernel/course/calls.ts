import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { Language } from '../../i18n/language';
import { call } from '../../server/http';
import { courseKey } from '../../server/recordQuery';
import type { components } from '../../server/schema';
import { useLanguage } from '../../shared/links';

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
