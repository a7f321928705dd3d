import type { HTMLAttributes, ReactNode, Ref } from 'react';
import type { RowId, SelectionControl } from './useRowSelection';

/** What a cell is told beside its row. */
export interface CellPlace {
  /** What the row is called in labels; with its number where another row has the same name. */
  name: string;
  /** It stands on a card: no column's head is above it. */
  onCard: boolean;
}

/**
 * Where a field stands on a card, from top to bottom: the title; its status; `line` (its name beside it), `entry` (the
 * same for what is typed or chosen), `half` and `wide` (its name above, as fields have it); `action` at the foot, without
 * a name. `elsewhere`: another field of the card tells it.
 */
export type CardPlace = 'title' | 'status' | 'line' | 'entry' | 'half' | 'wide' | 'action' | 'elsewhere';

interface Width {
  /** Pixels; columns without a width share what is left, `minWidth` at least. */
  width?: number;
  minWidth?: number;
}

/** One thing that a table tells of each row. */
export interface Field<Row> extends Width {
  key: string;
  /** Its name or the key of that, where the table does not name it by its key. */
  label?: string;
  cell: (row: Row, place: CellPlace) => ReactNode;
  /** There is nothing to show: a table has a dash, a card leaves the field out. */
  isEmpty?: (row: Row) => boolean;
  align?: 'end';
  /** It must be filled in: its name has a star. */
  required?: boolean;
  /** Seen at the head of the column, where it is more than the label. */
  head?: ReactNode;
  /** The head is for screen readers only. */
  hideHeader?: boolean;
  /** A line, where nothing is said. */
  card?: CardPlace;
  /** The column without which this one says nothing: it is hidden together with it. */
  belongsTo?: string;
}

/** Column of stacked fields; side by side on a wide screen, each for itself on a card. */
export interface StackedColumn<Row> extends Width {
  key: string;
  stack: readonly Field<Row>[];
}

export type Column<Row> = Field<Row> | StackedColumn<Row>;

/** Rows under a heading of their own; one that is folded has none. */
export interface RowGroup<Row> {
  key: string;
  heading: ReactNode;
  rows: readonly Row[];
}

/** What a screen may ask of its table. */
export interface TableHandle {
  /** Brings a row on screen and puts the focus into one of its cells. */
  focusCell: (id: RowId, cell: string) => void;
  /** Brings a row on screen; the focus stays where it is. */
  reveal: (id: RowId) => void;
}

/** What a screen tells its table. Keep `rows`, `columns` and the functions steady: rows are drawn again when they change. */
export interface TableProps<Row> {
  label: string;
  /** One of the two. */
  rows?: readonly Row[];
  groups?: readonly RowGroup<Row>[];
  columns: readonly Column<Row>[];
  /** The key of a field's name, where the field has no label. */
  labelKey?: (key: string) => string;
  /** Keys of columns that this viewer does not get. */
  hiddenColumns?: readonly string[] | undefined;
  rowId: (row: Row) => RowId;
  /** What labels call a row, and the number that tells rows of the same name apart (else its place in the table). */
  rowName: (row: Row) => string;
  rowNumber?: (row: Row) => number;
  /** Handlers of a whole row, such as files dropped on it. */
  rowProps?: (row: Row) => HTMLAttributes<HTMLElement>;
  selection?: SelectionControl | undefined;
  /** Rows that cannot be marked have no box. */
  canSelect?: (row: Row) => boolean;
  /** About how high a row and a card are, in pixels. */
  estimatedHeights: { row: number; card: number };
  /** Where the cells of a row stand when one of them is higher. */
  align?: 'middle' | 'top';
  /** Rows are 48 px high, with two lines of text at most. */
  isCompact?: boolean;
  /** The row whose details are shown beside the table. */
  currentId?: RowId | undefined;
  /** Shows the details of another row: it got the focus, or was pressed beside its controls or by a key. */
  onCurrent?: ((id: RowId, by: 'focus' | 'press' | 'key') => void) | undefined;
  handle?: Ref<TableHandle>;
}
