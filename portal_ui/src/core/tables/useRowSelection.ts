import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';

export type RowId = number | string;

/** Marked rows of a table, with the row that a range starts from. */
export interface Marks {
  ids: ReadonlySet<RowId>;
  anchor: RowId | null;
}

export const noMarks: Marks = { ids: new Set(), anchor: null };

/** Marks or unmarks one row; with `range`, all rows from the last one touched to this one get the same state. */
export function toggleMark(marks: Marks, order: readonly RowId[], id: RowId, range: boolean): Marks {
  const ids = new Set(marks.ids);
  const on = !ids.has(id);
  const from = marks.anchor === null ? -1 : order.indexOf(marks.anchor);
  const to = order.indexOf(id);
  const touched = range && from >= 0 && to >= 0 ? order.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
  for (const one of touched) {
    if (on) ids.add(one);
    else ids.delete(one);
  }
  return { ids, anchor: id };
}

/** All rows on, or all off when every one was on. */
export function toggleAll(marks: Marks, order: readonly RowId[]): Marks {
  const all = order.length > 0 && order.every((id) => marks.ids.has(id));
  return { ids: new Set(all ? [] : order), anchor: null };
}

/** Marks of rows that are gone are dropped. */
export const keepMarks = (marks: Marks, order: readonly RowId[]): Marks => {
  const kept = order.filter((id) => marks.ids.has(id));
  return kept.length === marks.ids.size ? marks : { ids: new Set(kept), anchor: null };
};

export interface MarkControl {
  ids: ReadonlySet<RowId>;
  all: boolean;
  some: boolean;
  /** Steady, so that rows need not be drawn again. */
  toggle: (id: RowId, range: boolean) => void;
  toggleAll: () => void;
  clear: () => void;
}

/** Which rows are marked; `order` is the order on the screen, which ranges follow. */
export function useMarks(order: readonly RowId[]): MarkControl {
  const [marks, setMarks] = useState<Marks>(noMarks);
  const latest = useRef(order);
  useLayoutEffect(() => {
    latest.current = order;
    setMarks((now) => keepMarks(now, order));
  }, [order]);
  const toggle = useCallback(
    (id: RowId, range: boolean) => setMarks((now) => toggleMark(now, latest.current, id, range)),
    [],
  );
  const all = useCallback(() => setMarks((now) => toggleAll(now, latest.current)), []);
  const clear = useCallback(() => setMarks(noMarks), []);
  const everyOne = order.length > 0 && marks.ids.size === order.length;
  return useMemo(
    () => ({ ids: marks.ids, all: everyOne, some: marks.ids.size > 0 && !everyOne, toggle, toggleAll: all, clear }),
    [marks.ids, everyOne, toggle, all, clear],
  );
}
