import { useCallback, useMemo, useState } from 'react';
import type { RowId } from './useRowSelection';

/** The row whose details are shown beside a list, and the ways to another one. */
export interface DetailPanel<Row> {
  rows: readonly Row[];
  current: Row | undefined;
  currentId: RowId | undefined;
  /** Place among the rows, from 0. */
  index: number;
  /** Where there is no room beside the list: the details were asked for. */
  isOpen: boolean;
  select: (id: RowId) => void;
  open: (id: RowId) => void;
  close: () => void;
  /** The next or the previous row; from the last one to the first. */
  step: (by: 1 | -1) => void;
}

/** State of the detail panel; the first row is current if none was chosen, `isFirst` prefers one. */
export function useDetailPanel<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => RowId,
  isFirst?: (row: Row) => boolean,
): DetailPanel<Row> {
  // What was preferred when the list was opened: it stays, though a decision changes what is preferred.
  const [first] = useState(() => {
    const row = rows.find((one) => isFirst?.(one)) ?? rows[0];
    return row && rowId(row);
  });
  const [chosen, setChosen] = useState<RowId | undefined>(first);
  const [isOpen, setOpen] = useState(false);
  const found = rows.findIndex((row) => rowId(row) === chosen);
  const index = Math.max(0, found);
  const current = rows[index];
  const open = useCallback((id: RowId) => {
    setChosen(id);
    setOpen(true);
  }, []);
  const close = useCallback(() => setOpen(false), []);
  const step = useCallback(
    (by: 1 | -1) => {
      const next = rows[(index + by + rows.length) % rows.length];
      if (next) setChosen(rowId(next));
    },
    [rows, index, rowId],
  );
  return useMemo(
    () => ({
      rows,
      current,
      currentId: current && rowId(current),
      index,
      isOpen,
      select: setChosen,
      open,
      close,
      step,
    }),
    [rows, current, rowId, index, isOpen, open, close, step],
  );
}
