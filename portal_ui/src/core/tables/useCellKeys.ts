import { useEvent } from 'ra-core';
import { type KeyboardEvent, type Ref, type RefObject, useEffect, useImperativeHandle, useRef } from 'react';
import type { TableHandle } from './tableTypes';
import type { RowId } from './useRowSelection';

/** `data-cell` of the button that names a row and shows its details. */
export const UNIT_CELL = 'unit';

interface CellKeysOptions {
  items: readonly { key: RowId }[];
  /** Scroll an item near the viewport, so that it is rendered. */
  scrollTo: (index: number) => void;
}

/**
 * Return the keydown handler of the keyboard navigation between cells. From a control with `data-cell="price"`, it
 * focuses the control of the same name in the row above or below, which is scrolled near the viewport first.
 */
export function useCellKeys(
  box: RefObject<HTMLElement | null>,
  options: CellKeysOptions,
  handle: Ref<TableHandle> | undefined,
) {
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  const go = useEvent((cell: string, from: number, step: 1 | -1) => {
    stop.current?.();
    if (box.current) stop.current = focusWhenRendered(box.current, cell, from, step, options);
  });
  const focusCell = useEvent((id: RowId, cell: string) => {
    const index = options.items.findIndex(({ key }) => key === id);
    if (index >= 0) go(cell, index, 1);
  });
  const reveal = useEvent((id: RowId) => {
    const index = options.items.findIndex(({ key }) => key === id);
    const row = box.current?.querySelector(`[data-index="${index}"]`);
    if (row) row.scrollIntoView({ block: 'nearest' });
    else if (index >= 0) options.scrollTo(index);
  });
  useImperativeHandle(handle, () => ({ focusCell, reveal }), [focusCell, reveal]);

  return (event: KeyboardEvent<HTMLElement>) => {
    const move = readCellMove(event);
    if (!move) return;
    event.preventDefault();
    go(move.cell, move.index + move.step, move.step);
  };
}

/** Return cell, row and direction of a navigation key; null for other keys. */
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

/** Return the direction of arrow keys and Enter in a cell; null for other keys. */
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

/** Return whether the caret is at the start or end of the text. Both if all text is selected. */
function getCaretPosition(element: Element): { atStart: boolean; atEnd: boolean } {
  if (!(element instanceof HTMLTextAreaElement)) return { atStart: true, atEnd: true };
  const { value, selectionStart, selectionEnd } = element;
  const all = selectionStart === 0 && selectionEnd === value.length;
  return { atStart: all || selectionEnd === 0, atEnd: all || selectionStart === value.length };
}

const MAX_FRAMES = 60;

/** Focus a cell once it is rendered, skipping rows where it is disabled. Return a function to cancel. */
function focusWhenRendered(
  box: HTMLElement,
  cell: string,
  from: number,
  step: 1 | -1,
  { items, scrollTo }: CellKeysOptions,
) {
  let frame = 0;
  let index = from;
  let framesLeft = MAX_FRAMES;
  const attempt = () => {
    for (; index >= 0 && index < items.length; index += step, framesLeft = MAX_FRAMES) {
      const row = box.querySelector(`[data-index="${index}"]`);
      if (!row) {
        scrollTo(index);
        framesLeft -= 1;
        if (framesLeft > 0) frame = requestAnimationFrame(attempt);
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
