import type { HTMLAttributes, ReactNode, Ref } from 'react';
import type { RowId, SelectionControl } from './useRowSelection';

/** Context of a cell, in addition to its row. */
export interface CellContext {
  /** Name of the row in labels; with its number if another row has the same name. */
  name: string;
  /** True on a card, where the cell has no column header. */
  onCard: boolean;
}

/**
 * Position of a field on a card. From top to bottom: `title`; `status`; `line` (label next to the value), `entry` (the
 * same for inputs), `half` and `wide` (label above the input); `action` at the bottom, without a label. `elsewhere`:
 * omitted, as another field of the card shows the value.
 */
export type CardSlot = 'title' | 'status' | 'line' | 'entry' | 'half' | 'wide' | 'action' | 'elsewhere';

interface Width {
  /** Width in px; columns without one share the remaining width, at least `minWidth`. */
  width?: number;
  minWidth?: number;
}

/** Field that a table shows of each row. */
export interface Field<Row> extends Width {
  key: string;
  /** Label or its translation key; by default from `labelKey` of the table. */
  label?: string;
  cell: (row: Row, context: CellContext) => ReactNode;
  /** Test for an empty value: a table shows a dash, a card omits the field. */
  isEmpty?: (row: Row) => boolean;
  align?: 'end';
  /** Content of the column header, if it is more than the label. */
  header?: ReactNode;
  /** Header for screen readers only. */
  hideHeader?: boolean;
  /** Position on a card; `line` by default. */
  card?: CardSlot;
  /** Key of the column that this one depends on; both are hidden together. */
  belongsTo?: string;
}

/** Column of stacked fields; side by side on a wide screen, separate on a card. */
export interface StackedColumn<Row> extends Width {
  key: string;
  stack: readonly Field<Row>[];
}

export type Column<Row> = Field<Row> | StackedColumn<Row>;

/** Group of rows with a heading; a collapsed group has no rows. */
export interface RowGroup<Row> {
  key: string;
  heading: ReactNode;
  rows: readonly Row[];
}

/** Imperative handle of a table. */
export interface TableHandle {
  /** Scroll a row into view and focus one of its cells. */
  focusCell: (id: RowId, cell: string) => void;
  /** Scroll a row into view without moving the focus. */
  reveal: (id: RowId) => void;
}

/** Props of a table. Keep `rows`, `columns` and functions stable: rows render when they change. */
export interface TableProps<Row> {
  label: string;
  /** Rows; either these or `groups`. */
  rows?: readonly Row[];
  groups?: readonly RowGroup<Row>[];
  columns: readonly Column<Row>[];
  /** Translation key of a field without a label. */
  labelKey?: (key: string) => string;
  /** Total of a column, in a row below; on cards, at the right edge. */
  total?: { column: string; label: string; value: string } | undefined;
  /** Keys of columns that the role must not see. */
  hiddenColumns?: readonly string[] | undefined;
  rowId: (row: Row) => RowId;
  /** Name of a row in labels. Rows of the same name get `rowNumber`, by default their position. */
  rowName: (row: Row) => string;
  rowNumber?: (row: Row) => number;
  /** Attributes and handlers of a row, such as for dropped files. */
  rowProps?: (row: Row) => HTMLAttributes<HTMLElement>;
  selection?: SelectionControl | undefined;
  /** Test for selectable rows; others have no checkbox. */
  canSelect?: (row: Row) => boolean;
  /** Estimated heights of a row and a card in px. */
  estimatedHeights: { row: number; card: number };
  /** Vertical alignment of the cells in a row. */
  align?: 'middle' | 'top';
  /** Rows 48 px high, with at most two lines of text. */
  isCompact?: boolean;
  /** ID of the row whose details are shown next to the table. */
  currentId?: RowId | undefined;
  /** Callback to show the details of a row on focus, click outside controls, or key. */
  onCurrent?: ((id: RowId, by: 'focus' | 'press' | 'key') => void) | undefined;
  handle?: Ref<TableHandle>;
}
