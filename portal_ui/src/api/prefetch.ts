import type { QueryClient } from '@tanstack/react-query';

/** Prefetch of a page: reads its first data into the cache, from the parameters and query of its address. */
export type Prefetch = (
  client: QueryClient,
  params: Readonly<Record<string, string | undefined>>,
  search: string,
) => Promise<unknown>;
