import type { ReactNode } from 'react';
import type { RowGroup } from './declaration';
import type { RowId } from './marks';

/** What a table has from top to bottom: its rows, with a heading before those of each group. */
export type Item<Row> =
  | { kind: 'group'; key: string; heading: ReactNode }
  | { kind: 'row'; key: RowId; row: Row; name: string };

interface Naming<Row> {
  rowId: (row: Row) => RowId;
  rowName: (row: Row) => string;
  rowNumber: ((row: Row) => number) | undefined;
  /** The name of a row that shares it with others. */
  numbered: (name: string, number: number) => string;
}

/** The items of a table, each row with a name that no other has. */
export function itemsOf<Row>(groups: readonly Partial<RowGroup<Row>>[], naming: Naming<Row>): Item<Row>[] {
  const { rowId, rowName, rowNumber, numbered } = naming;
  const times = new Map<string, number>();
  for (const row of groups.flatMap(({ rows = [] }) => rows))
    times.set(rowName(row), (times.get(rowName(row)) ?? 0) + 1);
  let place = 0;
  const itemOf = (row: Row): Item<Row> => {
    place += 1;
    const plain = rowName(row);
    const name = (times.get(plain) ?? 0) > 1 ? numbered(plain, rowNumber?.(row) ?? place) : plain;
    return { kind: 'row', key: rowId(row), row, name };
  };
  return groups.flatMap(({ key, heading, rows = [] }): Item<Row>[] => [
    ...(key === undefined ? [] : [{ kind: 'group' as const, key, heading }]),
    ...rows.map(itemOf),
  ]);
}
