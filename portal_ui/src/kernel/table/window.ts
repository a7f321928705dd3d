/** Tables up to this many rows are drawn whole; longer ones draw only what is near the screen. */
export const VIRTUALIZE_ABOVE = 40;

/** What stands in a table: a row by its index, or the room of rows that are not drawn. */
export type Piece = { index: number } | { space: number };

/** The drawn rows with the room between them, so that the table has the height of all its rows. */
export function piecesOf(drawn: readonly { index: number; start: number; end: number }[], total: number): Piece[] {
  const pieces: Piece[] = [];
  let reached = 0;
  for (const { index, start, end } of drawn) {
    if (start > reached) pieces.push({ space: start - reached });
    pieces.push({ index });
    reached = Math.max(reached, end);
  }
  if (total > reached) pieces.push({ space: total - reached });
  return pieces;
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
