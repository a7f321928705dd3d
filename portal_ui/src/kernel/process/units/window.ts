/** Tables up to this many rows are drawn whole; longer ones draw only what is near the screen. */
export const WHOLE_TABLE = 40;

export interface WindowedRows {
  /** Indexes of the drawn rows, first and past the last. */
  start: number;
  end: number;
  /** Pixels of the rows left out before and after. */
  before: number;
  after: number;
}

/** The spacer heights around the drawn rows, so that the table has the height of all its rows. */
export function windowOf(items: readonly { index: number; start: number; end: number }[], total: number): WindowedRows {
  const first = items[0];
  const last = items.at(-1);
  if (!first || !last) return { start: 0, end: 0, before: 0, after: Math.max(0, total) };
  return {
    start: first.index,
    end: last.index + 1,
    before: Math.max(0, first.start),
    after: Math.max(0, total - last.end),
  };
}

export type CellMove = 'up' | 'down' | null;

/** Where a key in a cell leads: arrows and Enter go to the same cell of the row above or below. */
export function cellMove(
  event: { key: string; shiftKey: boolean; ctrlKey: boolean; metaKey: boolean; altKey: boolean },
  cell: { kind: 'input' | 'textarea' | 'select' | 'other'; atStart: boolean; atEnd: boolean },
): CellMove {
  if (event.ctrlKey || event.metaKey || event.altKey || cell.kind === 'other') return null;
  const text = cell.kind === 'textarea';
  if (event.key === 'Enter' && cell.kind !== 'select') {
    if (text && event.shiftKey) return null;
    return event.shiftKey ? 'up' : 'down';
  }
  if (cell.kind === 'select') return null;
  if (event.key === 'ArrowUp' && (!text || cell.atStart)) return 'up';
  if (event.key === 'ArrowDown' && (!text || cell.atEnd)) return 'down';
  return null;
}
