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

/** Virtualization: tables up to this many rows are drawn whole; longer ones draw only what is near the screen. */
const VIRTUALIZE_ABOVE = 40;
const GROUP_HEIGHT = 72;

/** What a table has from top to bottom: its rows, with a heading before those of each group. */
type Item<Row> =
  | { kind: 'group'; key: string; heading: ReactNode }
  | { kind: 'row'; key: RowId; row: Row /** No other row has it. */; name: string };

/** What is drawn of it: items, and the room of those that are not. */
type VirtualItem<Row> = (Item<Row> & { index: number }) | { kind: 'space'; key: string; height: number };

/** Virtualized rows of a table or a list of cards, with keyboard navigation between cells. */
export function useTableRows<Row>(props: TableProps<Row>, box: RefObject<HTMLElement | null>, estimate: number) {
  const { selection, canSelect, rowId, handle, onCurrent } = props;
  const items = useItems(props);
  // Paper has room for all of them.
  const printing = useIsPrinting();
  const virtualized = items.length > VIRTUALIZE_ABOVE && !printing;
  const top = useOffsetTop(box, virtualized);
  const focused = useRef<RowId | null>(null);

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
  const onKeyDown = useCellKeys(
    box,
    { items, scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'center' }) },
    handle,
  );
  const near = virtualizer
    .getVirtualItems()
    .map(({ index, start, end }) => ({ index, start: start - top, end: end - top }));
  const pieces = virtualized ? toSpacers(near, virtualizer.getTotalSize()) : items.map((_, index) => ({ index }));
  const drawn = pieces.flatMap((piece, place): VirtualItem<Row>[] => {
    if ('space' in piece) return [{ kind: 'space', key: `space ${place}`, height: piece.space }];
    const item = items[piece.index];
    return item ? [{ ...item, index: piece.index }] : [];
  });
  return {
    drawn,
    /** How many there are, where only some are drawn. */
    count: virtualized ? items.length : undefined,
    measure: virtualized ? virtualizer.measureElement : undefined,
    /** Undefined where a row cannot be marked. */
    markOf: (row: Row): boolean | undefined =>
      selection && (canSelect?.(row) ?? true) ? selection.ids.has(rowId(row)) : undefined,
    handlers: {
      onKeyDown,
      onFocus: ({ target }: FocusEvent) => {
        const index = target.closest<HTMLElement>('[data-index]')?.dataset.index;
        focused.current = index === undefined ? null : (items[Number(index)]?.key ?? null);
        if (focused.current !== null && !target.closest('[data-mark]')) onCurrent?.(focused.current, 'focus');
      },
      // Not every means of choosing in a select gives it the focus first.
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

/** Whether the page is being printed: what the screen leaves out is then rendered. */
export const useIsPrinting = (): boolean => useSyncExternalStore(watchPrinting, isPrinting);

const isPrinting = () => window.matchMedia?.('print').matches ?? false;
const watchPrinting = (listener: () => void) => {
  const paper = window.matchMedia?.('print');
  paper?.addEventListener('change', listener);
  return () => paper?.removeEventListener('change', listener);
};

const toSingleGroup = <Row>(rows: readonly Row[]) => [{ rows, key: undefined, heading: undefined }];

/** The items of a table, each row with a name that no other has. */
function useItems<Row>({ rows, groups, rowId, rowName, rowNumber }: TableProps<Row>): Item<Row>[] {
  const translate = useTranslate();
  return useMemo(() => {
    const all = groups ?? toSingleGroup(rows ?? []);
    const times = new Map<string, number>();
    for (const row of all.flatMap((group) => group.rows)) times.set(rowName(row), (times.get(rowName(row)) ?? 0) + 1);
    let place = 0;
    const itemOf = (row: Row): Item<Row> => {
      place += 1;
      const name = rowName(row);
      const numbered = { name, number: rowNumber?.(row) ?? place };
      const alone = times.get(name) === 1;
      return { kind: 'row', key: rowId(row), row, name: alone ? name : translate('process.units.numbered', numbered) };
    };
    return all.flatMap((group): Item<Row>[] => {
      const heading =
        group.key === undefined ? [] : [{ kind: 'group' as const, key: group.key, heading: group.heading }];
      return [...heading, ...group.rows.map(itemOf)];
    });
  }, [rows, groups, rowId, rowName, rowNumber, translate]);
}

/**
 * How far below the top of the page an element begins: what stands above it may grow or wrap. Asked only where it is
 * needed, since the browser has to lay out the page for it, and the rows are drawn once more.
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

/** What stands in a table: a row by its index, or the room of rows that are not drawn. */
type Spacer = { index: number } | { space: number };

/** The drawn rows with the room between them, so that the table has the height of all its rows. */
export function toSpacers(drawn: readonly { index: number; start: number; end: number }[], total: number): Spacer[] {
  const pieces: Spacer[] = [];
  let reached = 0;
  for (const { index, start, end } of drawn) {
    if (start > reached) pieces.push({ space: start - reached });
    pieces.push({ index });
    reached = Math.max(reached, end);
  }
  if (total > reached) pieces.push({ space: total - reached });
  return pieces;
}
