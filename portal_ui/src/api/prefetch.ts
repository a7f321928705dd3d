import type { QueryClient } from '@tanstack/react-query';

/** Function that prefetches a page's data into the cache, given params and query. */
export type Prefetch = (
  client: QueryClient,
  params: Readonly<Record<string, string | undefined>>,
  search: string,
) => Promise<unknown>;
