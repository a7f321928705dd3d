import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';

export type RowId = number | string;

/** Selected rows of a table, with the start of the next range. */
export interface RowSelection {
  ids: ReadonlySet<RowId>;
  rangeAnchor: RowId | null;
}

export const EMPTY_SELECTION: RowSelection = { ids: new Set(), rangeAnchor: null };

/** Toggle a row. With `range`, all rows from the last toggled one to it get the same state. */
export function toggleRow(selection: RowSelection, order: readonly RowId[], id: RowId, range: boolean): RowSelection {
  const ids = new Set(selection.ids);
  const on = !ids.has(id);
  const from = selection.rangeAnchor === null ? -1 : order.indexOf(selection.rangeAnchor);
  const to = order.indexOf(id);
  const touched = range && from >= 0 && to >= 0 ? order.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
  for (const rowId of touched) {
    if (on) ids.add(rowId);
    else ids.delete(rowId);
  }
  return { ids, rangeAnchor: id };
}

/** Select all rows, or none if all were selected. */
export function toggleAllRows(selection: RowSelection, order: readonly RowId[]): RowSelection {
  const all = order.length > 0 && order.every((id) => selection.ids.has(id));
  return { ids: new Set(all ? [] : order), rangeAnchor: null };
}

/** Remove rows that no longer exist from the selection. */
export const keepExistingRows = (selection: RowSelection, order: readonly RowId[]): RowSelection => {
  const existing = order.filter((id) => selection.ids.has(id));
  return existing.length === selection.ids.size ? selection : { ids: new Set(existing), rangeAnchor: null };
};

export interface SelectionControl {
  ids: ReadonlySet<RowId>;
  isAllSelected: boolean;
  isIndeterminate: boolean;
  /** Stable, so that memoized rows do not render. */
  toggle: (id: RowId, range: boolean) => void;
  toggleAll: () => void;
  clear: () => void;
}

/** Return the row selection; `order` is the displayed order, used for ranges. */
export function useRowSelection(order: readonly RowId[]): SelectionControl {
  const [selection, setSelection] = useState<RowSelection>(EMPTY_SELECTION);
  const latest = useRef(order);
  useLayoutEffect(() => {
    latest.current = order;
    setSelection((current) => keepExistingRows(current, order));
  }, [order]);
  const toggle = useCallback(
    (id: RowId, range: boolean) => setSelection((current) => toggleRow(current, latest.current, id, range)),
    [],
  );
  const toggleAll = useCallback(() => setSelection((current) => toggleAllRows(current, latest.current)), []);
  const clear = useCallback(() => setSelection(EMPTY_SELECTION), []);
  const isAllSelected = order.length > 0 && selection.ids.size === order.length;
  return useMemo(
    () => ({
      ids: selection.ids,
      isAllSelected,
      isIndeterminate: selection.ids.size > 0 && !isAllSelected,
      toggle,
      toggleAll,
      clear,
    }),
    [selection.ids, isAllSelected, toggle, toggleAll, clear],
  );
}
