import { type Mutation, MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './errors';
import { isRequestResource } from './requests';

/** What the server declared; its choices are rows of declared lists. */
export const metaKey = 'meta';

const mutationNames = ['create', 'update', 'updateMany', 'delete', 'deleteMany'];

/** A refusal is final; a dropped line or a broken server gets a second try. */
export const retryUnlessRefused = (failures: number, error: Error): boolean =>
  failures < 1 && !(error instanceof ApiError && error.status < 500);

/** One cache a user: what one saw is never shown to the next. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    mutationCache: new MutationCache({
      onSuccess: (_data, _variables, _context, mutation) => {
        if (isResourceMutation(mutation)) void client.invalidateQueries({ queryKey: [metaKey] });
      },
    }),
    defaultOptions: {
      queries: {
        retry: retryUnlessRefused,
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
