import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Column, ResourceMeta } from '../../api/types';
import { useSetSearch } from '../routing/useSetSearch';
import { getNameColumn } from './listParams';

/** The columns that a list shows where nobody chose others. */
export function getDefaultColumns(columns: readonly Column[]): string[] {
  return columns.filter(({ hidden }) => !hidden).map(({ key }) => key);
}

/** The columns that an address names, in its order; the one that names a row is always among them. */
export function parseColumns(named: string | null, columns: readonly Column[]): string[] {
  if (named === null) return getDefaultColumns(columns);
  const known = columns.map(({ key }) => key);
  const chosen = [...new Set(named.split(','))].filter((key) => known.includes(key));
  const naming = getNameColumn(columns)?.key;
  return naming === undefined || chosen.includes(naming) ? chosen : [naming, ...chosen];
}

/**
 * The shown columns in their order, kept in the address beside what react-admin keeps there: a bookmark shows them, and
 * so do the cards of a phone. DataTable's own choice lives in its table alone, and is ordered by dragging only.
 */
export function useColumns({ columns }: ResourceMeta) {
  const [params] = useSearchParams();
  const setSearch = useSetSearch();
  const named = params.get('columns');
  const keys = useMemo(() => parseColumns(named, columns), [named, columns]);
  const shown = useMemo(
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
  return { shown, choose };
}
