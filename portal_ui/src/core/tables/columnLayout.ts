import type { CardSlot, Column, Field } from './tableTypes';

const isHidden = (
  hiddenKeys: readonly string[],
  { key, belongsTo = key }: { key: string; belongsTo?: string },
): boolean => hiddenKeys.includes(key) || hiddenKeys.includes(belongsTo);

/** Return the columns without the hidden ones. */
const withoutHidden = <Row>(columns: readonly Column<Row>[], hiddenKeys: readonly string[]): Column<Row>[] =>
  columns.flatMap((column): Column<Row>[] => {
    if (isHidden(hiddenKeys, column)) return [];
    if (!('stack' in column)) return [column];
    const stack = column.stack.filter((field) => !isHidden(hiddenKeys, field));
    return stack.length === 0 ? [] : [{ ...column, stack }];
  });

/** Return the fields of a column: one, or several if it is stacked. */
export const getColumnFields = <Row>(column: Column<Row>): readonly Field<Row>[] =>
  'stack' in column ? column.stack : [column];

const flattenColumns = <Row>(columns: readonly Column<Row>[]): Field<Row>[] =>
  columns.flatMap((each) => getColumnFields(each));

/** Default minimum and comfortable px widths of columns sharing the rest. */
const MIN_SHARED_WIDTH = 160;
const COMFORTABLE_WIDTH = 240;

const sumWidths = <Row>(columns: readonly Column<Row>[], getSharedWidth: (minWidth?: number) => number): number =>
  columns.reduce((total, { width, minWidth }) => total + (width ?? getSharedWidth(minWidth)), 0);
const getMinWidth = (minWidth = MIN_SHARED_WIDTH): number => minWidth;
const getComfortableWidth = (minWidth = 0): number => Math.max(minWidth, COMFORTABLE_WIDTH);

/** Lay out columns for a width: split stacks on wide screens, cards on narrow ones. */
export function layoutColumns<Row>(
  columns: readonly Column<Row>[],
  hiddenKeys: readonly string[],
  availableWidth: number,
) {
  const visible = withoutHidden(columns, hiddenKeys);
  const fields = flattenColumns(visible);
  if (sumWidths(fields, getComfortableWidth) <= availableWidth) return { visible: fields, asCards: false };
  return { visible, asCards: sumWidths(visible, getMinWidth) > availableWidth };
}

/** Fields of a card from top to bottom. */
interface CardFields<Row> {
  header: readonly Field<Row>[];
  details: readonly Field<Row>[];
  actions: readonly Field<Row>[];
}

/** Assign the fields to the areas of a card, in column order. */
export function toCardFields<Row>(columns: readonly Column<Row>[]): CardFields<Row> {
  const findBySlot = (...slots: CardSlot[]) =>
    flattenColumns(columns).filter(({ card = 'line' }) => slots.includes(card));
  return {
    header: [...findBySlot('title'), ...findBySlot('status')],
    details: findBySlot('line', 'entry', 'half', 'wide'),
    actions: findBySlot('action'),
  };
}

/** Width in px of the checkbox column, with the table padding. */
export const CHECKBOX_WIDTH = 46;
