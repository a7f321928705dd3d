import { useTranslate } from 'ra-core';
import { type FocusEvent, type RefObject, useMemo } from 'react';
import type { TableProps } from './declaration';
import { type Item, itemsOf } from './items';
import { useCellKeys } from './useCellKeys';
import { useRowWindow } from './useRowWindow';

/** What is drawn from top to bottom: items, and the room of those that are not. */
type Drawn<Row> = (Item<Row> & { index: number }) | { kind: 'space'; key: string; height: number };

/** What a table and a list of cards have in common: the items that are drawn, and keys that lead from cell to cell. */
export function useTable<Row>(props: TableProps<Row>, box: RefObject<HTMLElement | null>, estimate: number) {
  const { rows, groups, rowId, rowName, rowNumber, marks, canMark, handle } = props;
  const translate = useTranslate();
  const items = useMemo(
    () =>
      itemsOf(groups ?? [{ rows: rows ?? [] }], {
        rowId,
        rowName,
        rowNumber,
        numbered: (name, number) => translate('process.units.numbered', { name, number }),
      }),
    [rows, groups, rowId, rowName, rowNumber, translate],
  );
  const { pieces, virtualized, virtualizer, keepFocused } = useRowWindow(box, items, estimate);
  const onKeyDown = useCellKeys(
    box,
    { items, bring: (index) => virtualizer.scrollToIndex(index, { align: 'center' }) },
    handle,
  );
  const drawn = pieces.flatMap((piece, place): Drawn<Row>[] => {
    if ('space' in piece) return [{ kind: 'space', key: `space ${place}`, height: piece.space }];
    const item = items[piece.index];
    return item ? [{ ...item, index: piece.index }] : [];
  });
  return {
    count: items.length,
    virtualized,
    drawn,
    measure: virtualized ? virtualizer.measureElement : undefined,
    /** Undefined where a row cannot be marked. */
    markOf: (row: Row): boolean | undefined =>
      marks && (canMark?.(row) ?? true) ? marks.ids.has(rowId(row)) : undefined,
    handlers: {
      onKeyDown,
      onFocus: ({ target }: FocusEvent) => {
        const index = target.closest<HTMLElement>('[data-index]')?.dataset.index;
        keepFocused(index === undefined ? null : (items[Number(index)]?.key ?? null));
      },
      onBlur: () => keepFocused(null),
    },
  };
}
