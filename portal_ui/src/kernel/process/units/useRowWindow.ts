import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';
import { WHOLE_TABLE, windowOf } from './window';

/** Which rows of a long table are drawn, as the page scrolls. Short tables are drawn whole. */
export function useRowWindow(box: RefObject<HTMLElement | null>, count: number, estimate: number) {
  const [top, setTop] = useState(0);
  const whole = count <= WHOLE_TABLE;

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

  const virtualizer = useWindowVirtualizer({
    count: whole ? 0 : count,
    estimateSize: () => estimate,
    overscan: 6,
    scrollMargin: top,
  });
  const items = virtualizer
    .getVirtualItems()
    .map(({ index, start, end }) => ({ index, start: start - top, end: end - top }));
  const range = whole ? { start: 0, end: count, before: 0, after: 0 } : windowOf(items, virtualizer.getTotalSize());
  return { ...range, whole, virtualizer };
}
