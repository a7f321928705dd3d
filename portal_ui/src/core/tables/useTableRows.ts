import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useTranslate } from 'ra-core';
import {
  type FocusEvent,
  type FormEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { TableProps } from './tableTypes';
import { UNIT_CELL, useCellKeys } from './useCellKeys';
import type { RowId } from './useRowSelection';

/** Virtualization threshold: longer tables render only the rows near the viewport. */
const VIRTUALIZE_ABOVE = 40;
const GROUP_HEIGHT = 72;

/** Item of a table: a row, or the heading of a group. */
type Item<Row> =
  | { kind: 'group'; key: string; heading: ReactNode }
  | { kind: 'row'; key: RowId; row: Row /** Unique in the table. */; name: string };

/** Rendered item, or a spacer for items that are not rendered. */
type VirtualItem<Row> = (Item<Row> & { index: number }) | { kind: 'space'; key: string; height: number };

/** Return virtualized rows of a table or card list, with cell keyboard navigation. */
export function useTableRows<Row>(props: TableProps<Row>, box: RefObject<HTMLElement | null>, estimate: number) {
  const { selection, canSelect, rowId, handle, onCurrent } = props;
  const items = useItems(props);
  // Print renders all rows.
  const printing = useIsPrinting();
  const virtualized = items.length > VIRTUALIZE_ABOVE && !printing;
  const top = useOffsetTop(box, virtualized);
  const focused = useRef<RowId | null>(null);

  // Keep the focused row mounted when it is scrolled out of view, or its typed text would be lost.
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      const at = focused.current === null ? -1 : items.findIndex(({ key }) => key === focused.current);
      return at < 0 || indexes.includes(at) ? indexes : [...indexes, at].sort((a, b) => a - b);
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
  const onKeyDown = useCellKeys(
    box,
    { items, scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'center' }) },
    handle,
  );
  const virtualItems = virtualizer
    .getVirtualItems()
    .map(({ index, start, end }) => ({ index, start: start - top, end: end - top }));
  const slots = virtualized
    ? toSpacers(virtualItems, virtualizer.getTotalSize())
    : items.map((_, index) => ({ index }));
  const renderedRows = slots.flatMap((slot, itemIndex): VirtualItem<Row>[] => {
    if ('space' in slot) return [{ kind: 'space', key: `space ${itemIndex}`, height: slot.space }];
    const item = items[slot.index];
    return item ? [{ ...item, index: slot.index }] : [];
  });
  return {
    renderedRows,
    /** Number of items of a virtualized table. */
    count: virtualized ? items.length : undefined,
    measure: virtualized ? virtualizer.measureElement : undefined,
    /** Selection of a row; undefined if it is not selectable. */
    isRowSelected: (row: Row): boolean | undefined =>
      selection && (canSelect?.(row) ?? true) ? selection.ids.has(rowId(row)) : undefined,
    handlers: {
      onKeyDown,
      onFocus: ({ target }: FocusEvent) => {
        const index = target.closest<HTMLElement>('[data-index]')?.dataset.index;
        focused.current = index === undefined ? null : (items[Number(index)]?.key ?? null);
        if (focused.current !== null && !target.closest('[data-mark]')) onCurrent?.(focused.current, 'focus');
      },
      // Some input methods change a select without focusing it first.
      onChange: ({ target }: FormEvent) => {
        if (!(target instanceof HTMLSelectElement)) return;
        const item = items[Number(target.closest<HTMLElement>('[data-index]')?.dataset.index ?? Number.NaN)];
        if (item?.kind === 'row') onCurrent?.(item.key, 'focus');
      },
      onClick: ({ target, detail }: MouseEvent) => {
        if (!onCurrent || !(target instanceof Element)) return;
        const control = target.closest('button, a, input, select, textarea, label');
        if (control && !control.matches(`[data-cell="${UNIT_CELL}"]`)) return;
        const item = items[Number(target.closest<HTMLElement>('[data-index]')?.dataset.index ?? Number.NaN)];
        if (item?.kind === 'row') onCurrent(item.key, detail === 0 ? 'key' : 'press');
      },
      onBlur: () => {
        focused.current = null;
      },
    },
  };
}

/** Return whether the page is being printed, which renders what the screen omits. */
export const useIsPrinting = (): boolean => useSyncExternalStore(watchPrinting, isPrinting);

const isPrinting = () => window.matchMedia?.('print').matches ?? false;
const watchPrinting = (listener: () => void) => {
  const paper = window.matchMedia?.('print');
  paper?.addEventListener('change', listener);
  return () => paper?.removeEventListener('change', listener);
};

const toSingleGroup = <Row>(rows: readonly Row[]) => [{ rows, key: undefined, heading: undefined }];

/** Return the items of a table; each row gets a unique name. */
function useItems<Row>({ rows, groups, rowId, rowName, rowNumber }: TableProps<Row>): Item<Row>[] {
  const translate = useTranslate();
  return useMemo(() => {
    const all = groups ?? toSingleGroup(rows ?? []);
    const times = new Map<string, number>();
    for (const row of all.flatMap((group) => group.rows)) times.set(rowName(row), (times.get(rowName(row)) ?? 0) + 1);
    let itemIndex = 0;
    const toItem = (row: Row): Item<Row> => {
      itemIndex += 1;
      const name = rowName(row);
      const numbered = { name, number: rowNumber?.(row) ?? itemIndex };
      const alone = times.get(name) === 1;
      return { kind: 'row', key: rowId(row), row, name: alone ? name : translate('process.units.numbered', numbered) };
    };
    return all.flatMap((group): Item<Row>[] => {
      const heading =
        group.key === undefined ? [] : [{ kind: 'group' as const, key: group.key, heading: group.heading }];
      return [...heading, ...group.rows.map(toItem)];
    });
  }, [rows, groups, rowId, rowName, rowNumber, translate]);
}

/**
 * Return the offset of an element from the top of the page. Updated on resize, as content above may grow or wrap.
 * Measured only if needed, since it forces a layout and renders the rows again.
 */
export function useOffsetTop(box: RefObject<HTMLElement | null>, isNeeded: boolean): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (!isNeeded) return undefined;
    const measure = () => {
      const element = box.current;
      if (element) setTop(Math.round(element.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(document.body);
    return () => watcher.disconnect();
  }, [box, isNeeded]);
  return top;
}

/** Rendered row by its index, or height in px of rows that are not rendered. */
type Spacer = { index: number } | { space: number };

/** Add spacers between rendered rows, so that the table has the height of all rows. */
export function toSpacers(
  renderedItems: readonly { index: number; start: number; end: number }[],
  total: number,
): Spacer[] {
  const slots: Spacer[] = [];
  let position = 0;
  for (const { index, start, end } of renderedItems) {
    if (start > position) slots.push({ space: start - position });
    slots.push({ index });
    position = Math.max(position, end);
  }
  if (total > position) slots.push({ space: total - position });
  return slots;
}
