import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { Item } from './items';
import type { RowId } from './marks';
import { type Piece, piecesOf, VIRTUALIZE_ABOVE } from './window';

const GROUP_HEIGHT = 72;

/** Which items of a long table are drawn, as the page scrolls. Short tables are drawn whole. */
export function useRowWindow<Row>(box: RefObject<HTMLElement | null>, items: readonly Item<Row>[], estimate: number) {
  const [top, setTop] = useState(0);
  const virtualized = items.length > VIRTUALIZE_ABOVE;
  const focused = useRef<RowId | null>(null);

  // The table's place on the page: what stands above it may grow or wrap.
  useLayoutEffect(() => {
    const measure = () => {
      const element = box.current;
      if (element) setTop(Math.round(element.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(document.body);
    return () => watcher.disconnect();
  }, [box]);

  // The row with the focus stays, however far it is scrolled away: what is typed would be lost on its way.
  const rangeExtractor = useCallback(
    (range: Range) => {
      const drawn = defaultRangeExtractor(range);
      const at = focused.current === null ? -1 : items.findIndex(({ key }) => key === focused.current);
      return at < 0 || drawn.includes(at) ? drawn : [...drawn, at].sort((one, other) => one - other);
    },
    [items],
  );
  const virtualizer = useWindowVirtualizer({
    count: virtualized ? items.length : 0,
    estimateSize: (index) => (items[index]?.kind === 'group' ? GROUP_HEIGHT : estimate),
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: 6,
    scrollMargin: top,
    rangeExtractor,
  });
  const pieces: Piece[] = virtualized
    ? piecesOf(
        virtualizer.getVirtualItems().map(({ index, start, end }) => ({ index, start: start - top, end: end - top })),
        virtualizer.getTotalSize(),
      )
    : items.map((_, index) => ({ index }));
  const keepFocused = useCallback((id: RowId | null) => {
    focused.current = id;
  }, []);
  return { pieces, virtualized, virtualizer, keepFocused };
}
