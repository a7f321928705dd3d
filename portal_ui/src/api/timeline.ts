import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { Language } from '../core/i18n/language';
import { useLanguage } from '../core/i18n/useLanguage';
import { call } from './http';
import { TIMELINE_KEY } from './recordQuery';
import type { components } from './schema';

export type RequestTimeline = components['schemas']['RequestTimeline'];

/** Return query options of the timeline of a request, cached per version. */
export const timelineQuery = (requestId: number, version: number, language: Language) =>
  queryOptions({
    queryKey: [TIMELINE_KEY, requestId, version, language],
    queryFn: ({ signal }) =>
      call<RequestTimeline>('GET', '/api/v1/requests/fetch/course', { query: { requestId }, signal }),
    staleTime: 60_000,
    retry: false, // optional information
  });

export function useTimeline(requestId: number, version: number) {
  const language = useLanguage();
  return useQuery({ ...timelineQuery(requestId, version, language), placeholderData: keepPreviousData });
}
