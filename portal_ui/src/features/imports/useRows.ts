import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type Corrected, fetchRows, type RowsPage, type Run, type Verdict } from '../../api/imports';

import { buildRunKey } from './useRun';

/** Rows per page; few enough to render all of them, even in a dialog. */
export const PAGE_SIZE = 40;

const buildRowsKey = (id: number) => [...buildRunKey(id), 'rows'];

/** Fetch a page of rows. Corrections do not refetch it, so that corrected rows stay visible. */
export function useRows({ id }: Run, page: number, only: Verdict | null) {
  return useQuery({
    queryKey: [...buildRowsKey(id), { page, only }],
    queryFn: ({ signal }) => fetchRows(id, { page, size: PAGE_SIZE, only }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Apply the response of a correction to the cached rows and counts. */
export function useApplyCorrected(id: number): (corrected: Corrected) => void {
  const client = useQueryClient();
  return useCallback(
    ({ row, others: otherRows, counts, version }) => {
      const updated = new Map([row, ...otherRows].map((each) => [each.number, each]));
      const updatePage = (page: RowsPage | undefined) =>
        page && { ...page, content: page.content.map((each) => updated.get(each.number) ?? each) };
      client.setQueriesData<RowsPage>({ queryKey: buildRowsKey(id) }, updatePage);
      client.setQueryData<Run>(buildRunKey(id), (run) => run && { ...run, counts, version });
    },
    [client, id],
  );
}
