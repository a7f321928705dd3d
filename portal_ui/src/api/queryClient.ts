import { type Mutation, MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './errors';
import { isRequestResource } from './requests';

/** What the server declared; its choices are rows of declared lists. */
export const metaKey = 'meta';

const mutationNames = ['create', 'update', 'updateMany', 'delete', 'deleteMany'];

/** Retry network and 5xx errors once, never 4xx. */
export const shouldRetry = (failures: number, error: Error): boolean =>
  failures < 1 && !(error instanceof ApiError && error.status < 500);

/**
 * Create the query client of one session. Login and logout create a new one (`createUserScope` in App.tsx), so no
 * cached data outlives its user.
 */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    mutationCache: new MutationCache({
      onSuccess: (_data, _variables, _context, mutation) => {
        if (isResourceMutation(mutation)) void client.invalidateQueries({ queryKey: [metaKey] });
      },
    }),
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        retryDelay: 800,
        networkMode: 'always',
        staleTime: 2_000,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}

/** Whether react-admin wrote rows of a list: a part category, say, that forms and filters offer. */
function isResourceMutation({ options }: Mutation<unknown, unknown, unknown>): boolean {
  const [resource, method] = options.mutationKey ?? [];
  return mutationNames.includes(String(method)) && !isRequestResource(resource);
}
