import { useCallback, useMemo, useState } from 'react';
import type { RowId } from './useRowSelection';

/** State and actions of a detail panel. */
export interface DetailPanel<Row> {
  rows: readonly Row[];
  current: Row | undefined;
  currentId: RowId | undefined;
  /** Index of the current row, from 0. */
  index: number;
  /** True while the details dialog is open, on narrow screens. */
  isOpen: boolean;
  select: (id: RowId) => void;
  open: (id: RowId) => void;
  close: () => void;
  /** Go to the next or previous row; the last row is followed by the first. */
  step: (by: 1 | -1) => void;
}

/** Return the state of a detail panel; starts at the first row that is `isFirst`. */
export function useDetailPanel<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => RowId,
  isFirst?: (row: Row) => boolean,
): DetailPanel<Row> {
  // Evaluated once: a decision changes `isFirst`, but must not change the current row.
  const [first] = useState(() => {
    const row = rows.find((item) => isFirst?.(item)) ?? rows[0];
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
