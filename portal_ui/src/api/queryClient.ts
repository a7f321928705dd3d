import { type Mutation, MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './errors';
import { isRequestResource } from './requests';

/** Query key of the meta, whose choices include rows of resources. */
export const metaKey = 'meta';

/** Query key of the setup, whose steps depend on rows of resources. */
export const setupKey = 'setup';

/** Invalidate the meta and the setup after a change of rows. */
export function invalidateMeta(client: QueryClient): void {
  for (const key of [metaKey, setupKey]) void client.invalidateQueries({ queryKey: [key] });
}

const mutationNames = ['create', 'update', 'updateMany', 'delete', 'deleteMany'];

/** Return whether to retry a query: network and 5xx errors once, 4xx never. */
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
        if (isResourceMutation(mutation)) invalidateMeta(client);
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

/** Return whether a mutation wrote rows that choices or setup steps depend on. */
function isResourceMutation({ options }: Mutation<unknown, unknown, unknown>): boolean {
  const [resource, method] = options.mutationKey ?? [];
  return mutationNames.includes(String(method)) && !isRequestResource(resource);
}
