import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';

export type RowId = number | string;

/** Selected rows of a table, with the start of the next range. */
export interface RowSelection {
  ids: ReadonlySet<RowId>;
  rangeAnchor: RowId | null;
}

export const EMPTY_SELECTION: RowSelection = { ids: new Set(), rangeAnchor: null };

/** Toggle a row. With `range`, all rows from the last toggled one to it get the same state. */
export function toggleRow(marks: RowSelection, order: readonly RowId[], id: RowId, range: boolean): RowSelection {
  const ids = new Set(marks.ids);
  const on = !ids.has(id);
  const from = marks.rangeAnchor === null ? -1 : order.indexOf(marks.rangeAnchor);
  const to = order.indexOf(id);
  const touched = range && from >= 0 && to >= 0 ? order.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
  for (const one of touched) {
    if (on) ids.add(one);
    else ids.delete(one);
  }
  return { ids, rangeAnchor: id };
}

/** Select all rows, or none if all were selected. */
export function toggleAllRows(marks: RowSelection, order: readonly RowId[]): RowSelection {
  const all = order.length > 0 && order.every((id) => marks.ids.has(id));
  return { ids: new Set(all ? [] : order), rangeAnchor: null };
}

/** Remove rows that no longer exist from the selection. */
export const keepExistingRows = (marks: RowSelection, order: readonly RowId[]): RowSelection => {
  const kept = order.filter((id) => marks.ids.has(id));
  return kept.length === marks.ids.size ? marks : { ids: new Set(kept), rangeAnchor: null };
};

export interface SelectionControl {
  ids: ReadonlySet<RowId>;
  all: boolean;
  some: boolean;
  /** Stable, so that memoized rows do not render. */
  toggle: (id: RowId, range: boolean) => void;
  toggleAll: () => void;
  clear: () => void;
}

/** Return the row selection; `order` is the displayed order, used for ranges. */
export function useRowSelection(order: readonly RowId[]): SelectionControl {
  const [marks, setMarks] = useState<RowSelection>(EMPTY_SELECTION);
  const latest = useRef(order);
  useLayoutEffect(() => {
    latest.current = order;
    setMarks((now) => keepExistingRows(now, order));
  }, [order]);
  const toggle = useCallback(
    (id: RowId, range: boolean) => setMarks((now) => toggleRow(now, latest.current, id, range)),
    [],
  );
  const all = useCallback(() => setMarks((now) => toggleAllRows(now, latest.current)), []);
  const clear = useCallback(() => setMarks(EMPTY_SELECTION), []);
  const everyOne = order.length > 0 && marks.ids.size === order.length;
  return useMemo(
    () => ({ ids: marks.ids, all: everyOne, some: marks.ids.size > 0 && !everyOne, toggle, toggleAll: all, clear }),
    [marks.ids, everyOne, toggle, all, clear],
  );
}
