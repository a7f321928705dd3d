import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Column, ResourceMeta } from '../../api/types';
import { useSetSearch } from '../routing/useSetSearch';
import { getNameColumn } from './listParams';

/** Return the keys of the default columns. */
export function getDefaultColumns(columns: readonly Column[]): string[] {
  return columns.filter(({ hidden }) => !hidden).map(({ key }) => key);
}

/** Parse the columns of a URL parameter, in its order, including the name column. */
export function parseColumns(columnsParam: string | null, columns: readonly Column[]): string[] {
  if (columnsParam === null) return getDefaultColumns(columns);
  const known = columns.map(({ key }) => key);
  const chosen = [...new Set(columnsParam.split(','))].filter((key) => known.includes(key));
  const naming = getNameColumn(columns)?.key;
  return naming === undefined || chosen.includes(naming) ? chosen : [naming, ...chosen];
}

/**
 * Return the shown columns in their order, and their setter. They are in the URL, so that bookmarks keep them and cards
 * use them too. The column selection of DataTable is limited to its table, and reorders by dragging only.
 */
export function useColumns({ columns }: ResourceMeta) {
  const [params] = useSearchParams();
  const setSearch = useSetSearch();
  const columnsParam = params.get('columns');
  const keys = useMemo(() => parseColumns(columnsParam, columns), [columnsParam, columns]);
  const visible = useMemo(
    () => keys.flatMap<Column>((key) => columns.filter((column) => column.key === key)),
    [keys, columns],
  );
  const choose = useCallback(
    (change: (keys: string[]) => string[]) =>
      setSearch((before) => {
        const next = new URLSearchParams(before);
        const chosen = change(parseColumns(next.get('columns'), columns));
        if (chosen.join() === getDefaultColumns(columns).join()) next.delete('columns');
        else next.set('columns', chosen.join());
        return `?${next}`;
      }),
    [setSearch, columns],
  );
  return { visible, choose };
}
