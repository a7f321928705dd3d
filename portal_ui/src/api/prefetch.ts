import type { QueryClient } from '@tanstack/react-query';

/** Reads what a page asks for first into the cache, from the parameters of its address and what follows its "?". */
export type Prefetch = (
  client: QueryClient,
  params: Readonly<Record<string, string | undefined>>,
  search: string,
) => Promise<unknown>;
