import type { QueryClient } from '@tanstack/react-query';
import { dataProvider } from './dataProvider';
import { homeList, queryOfFirst } from './initialRequests';

/** Reads the first rows into the cache, as react-admin's useGetList will look for them there. */
export async function prefetchRows(client: QueryClient): Promise<void> {
  const { filter, range, sort } = queryOfFirst();
  const [field, order] = JSON.parse(sort);
  const [, last] = JSON.parse(range);
  const params = { pagination: { page: 1, perPage: last + 1 }, sort: { field, order }, filter: JSON.parse(filter) };
  await client.prefetchQuery({
    queryKey: [homeList, 'getList', params],
    queryFn: () => dataProvider.getList(homeList, params),
  });
}
