import type { QueryClient } from '@tanstack/react-query';
import { dataProvider } from './dataProvider';
import { getInitialListQuery, HOME_LIST } from './initialRequests';

/** Prefetch the first rows of the home list under the query key of `useGetList`. */
export async function prefetchRows(client: QueryClient): Promise<void> {
  const { filter, range, sort } = getInitialListQuery();
  const [field, order] = JSON.parse(sort);
  const [, last] = JSON.parse(range);
  const params = { pagination: { page: 1, perPage: last + 1 }, sort: { field, order }, filter: JSON.parse(filter) };
  await client.prefetchQuery({
    queryKey: [HOME_LIST, 'getList', params],
    queryFn: () => dataProvider.getList(HOME_LIST, params),
  });
}
