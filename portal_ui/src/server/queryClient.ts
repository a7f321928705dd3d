import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './errors';

/** One cache a user: what one saw is never shown to the next. */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // A refusal is final; a dropped line or a broken server gets a second try.
        retry: (failures, error) => failures < 1 && !(error instanceof ApiError && error.status < 500),
        retryDelay: 800,
        networkMode: 'always',
        staleTime: 2_000,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
