import { useEvent } from 'ra-core';
import { type KeyboardEvent, type Ref, type RefObject, useEffect, useImperativeHandle, useRef } from 'react';
import type { TableHandle } from './tableTypes';
import type { RowId } from './useRowSelection';

/** The button that names a row and shows its details: the arrows lead from one to the next. */
export const UNIT_CELL = 'unit';

interface CellKeysOptions {
  items: readonly { key: RowId }[];
  /** Brings an item near the screen, so that it is drawn. */
  scrollTo: (index: number) => void;
}

/**
 * Keyboard navigation between cells: a control with `data-cell="price"` leads to the one of the same name in the row
 * above or below, which is brought near the screen first.
 */
export function useCellKeys(
  box: RefObject<HTMLElement | null>,
  reach: CellKeysOptions,
  handle: Ref<TableHandle> | undefined,
) {
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  const go = useEvent((cell: string, from: number, step: 1 | -1) => {
    stop.current?.();
    if (box.current) stop.current = focusWhenDrawn(box.current, cell, from, step, reach);
  });
  const focusCell = useEvent((id: RowId, cell: string) => {
    const index = reach.items.findIndex(({ key }) => key === id);
    if (index >= 0) go(cell, index, 1);
  });
  const reveal = useEvent((id: RowId) => {
    const index = reach.items.findIndex(({ key }) => key === id);
    const row = box.current?.querySelector(`[data-index="${index}"]`);
    if (row) row.scrollIntoView({ block: 'nearest' });
    else if (index >= 0) reach.scrollTo(index);
  });
  useImperativeHandle(handle, () => ({ focusCell, reveal }), [focusCell, reveal]);

  return (event: KeyboardEvent<HTMLElement>) => {
    const asked = readCellMove(event);
    if (!asked) return;
    event.preventDefault();
    go(asked.cell, asked.index + asked.step, asked.step);
  };
}

/** Read the keyboard navigation of a key in a cell: cell, row and direction; null for other keys. */
export function readCellMove(event: KeyboardEvent<HTMLElement>): { cell: string; index: number; step: 1 | -1 } | null {
  const from = event.target;
  if (!(from instanceof HTMLElement) || event.defaultPrevented || event.nativeEvent.isComposing) return null;
  const cell = from.dataset.cell;
  const row = from.closest<HTMLElement>('[data-index]');
  if (!cell || !row) return null;
  const move = getCellMove(event, { kind: getElementKind(from), ...getCaretPosition(from) });
  return move && { cell, index: Number(row.dataset.index), step: move === 'down' ? 1 : -1 };
}

type CellKind = 'input' | 'textarea' | 'select' | 'name' | 'other';
type CellMove = 'up' | 'down' | null;

/** Keyboard navigation: arrows and Enter go to the same cell of the row above or below. */
export function getCellMove(
  event: { key: string; shiftKey: boolean; ctrlKey: boolean; metaKey: boolean; altKey: boolean },
  cell: { kind: CellKind; atStart: boolean; atEnd: boolean },
): CellMove {
  if (event.ctrlKey || event.metaKey || event.altKey || cell.kind === 'other') return null;
  const text = cell.kind === 'textarea';
  if (event.key === 'Enter' && cell.kind !== 'select' && cell.kind !== 'name') {
    if (text && event.shiftKey) return null;
    return event.shiftKey ? 'up' : 'down';
  }
  if (cell.kind === 'select') return null;
  if (event.key === 'ArrowUp' && (!text || cell.atStart)) return 'up';
  if (event.key === 'ArrowDown' && (!text || cell.atEnd)) return 'down';
  return null;
}

const getElementKind = (element: HTMLElement): CellKind => {
  if (element.dataset.cell === UNIT_CELL) return 'name';
  if (element instanceof HTMLTextAreaElement) return 'textarea';
  if (element instanceof HTMLSelectElement) return 'select';
  return element instanceof HTMLInputElement && element.type !== 'checkbox' && element.type !== 'radio'
    ? 'input'
    : 'other';
};

/** Whether the caret is at an end of the text, or all of it is selected, so that an arrow key leaves the cell. */
function getCaretPosition(element: Element): { atStart: boolean; atEnd: boolean } {
  if (!(element instanceof HTMLTextAreaElement)) return { atStart: true, atEnd: true };
  const { value, selectionStart, selectionEnd } = element;
  const all = selectionStart === 0 && selectionEnd === value.length;
  return { atStart: all || selectionEnd === 0, atEnd: all || selectionStart === value.length };
}

const MAX_FRAMES = 60;

/** Focuses a cell, which may not be drawn yet; rows where it is not open for typing are passed over. Answers the way to give up. */
function focusWhenDrawn(
  box: HTMLElement,
  cell: string,
  from: number,
  step: 1 | -1,
  { items, scrollTo }: CellKeysOptions,
) {
  let frame = 0;
  let index = from;
  let left = MAX_FRAMES;
  const attempt = () => {
    for (; index >= 0 && index < items.length; index += step, left = MAX_FRAMES) {
      const row = box.querySelector(`[data-index="${index}"]`);
      if (!row) {
        scrollTo(index);
        left -= 1;
        if (left > 0) frame = requestAnimationFrame(attempt);
        return;
      }
      const target = row.querySelector<HTMLElement>(`[data-cell="${cell}"]:not(:disabled)`);
      if (!target) continue;
      target.focus();
      target.scrollIntoView({ block: 'nearest' });
      if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) target.select();
      return;
    }
  };
  attempt();
  return () => cancelAnimationFrame(frame);
}
