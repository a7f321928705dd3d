import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { keepMarks, type Marks, noMarks, type RowId, toggleAll, toggleMark } from './marks';

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
