import {
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
} from 'react';
import type { TableHandle } from './tableHandle';
import { cellMove } from './window';

const kindOf = (element: Element): 'input' | 'textarea' | 'select' | 'other' => {
  if (element instanceof HTMLTextAreaElement) return 'textarea';
  if (element instanceof HTMLSelectElement) return 'select';
  return element instanceof HTMLInputElement && element.type !== 'checkbox' && element.type !== 'radio'
    ? 'input'
    : 'other';
};

function caretAt(element: Element): { atStart: boolean; atEnd: boolean } {
  if (!(element instanceof HTMLTextAreaElement)) return { atStart: true, atEnd: true };
  const { value, selectionStart, selectionEnd } = element;
  return { atStart: !value.slice(0, selectionStart).includes('\n'), atEnd: !value.slice(selectionEnd).includes('\n') };
}

/**
 * Movement between cells: a control with `data-cell="price"` leads to the one of the same name in the row above
 * or below, which is brought on screen first where only part of the table is drawn.
 */
export function useCellKeys(
  box: RefObject<HTMLElement | null>,
  count: number,
  bring: (index: number) => void,
  handle: Ref<TableHandle> | undefined,
) {
  const latest = useRef({ count, bring });
  useEffect(() => {
    latest.current = { count, bring };
  });

  useImperativeHandle(
    handle,
    () => ({
      focusCell: (index, cell) => {
        if (box.current) void focusCell(box.current, cell, index, 1, latest.current);
      },
    }),
    [box],
  );

  const onKeyDown = useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      const from = event.target;
      if (!(from instanceof HTMLElement) || event.defaultPrevented) return;
      const cell = from.dataset.cell;
      const row = from.closest<HTMLElement>('[data-index]');
      if (!cell || !row) return;
      const move = cellMove(event, { kind: kindOf(from), ...caretAt(from) });
      if (!move) return;
      event.preventDefault();
      const step = move === 'down' ? 1 : -1;
      if (box.current) void focusCell(box.current, cell, Number(row.dataset.index) + step, step, latest.current);
    },
    [box],
  );

  return onKeyDown;
}

const find = (table: HTMLElement, cell: string, index: number) =>
  table.querySelector<HTMLElement>(`[data-index="${index}"] [data-cell="${cell}"]:not(:disabled)`);

/** Rows where the cell is not open for typing are passed over. */
async function focusCell(
  table: HTMLElement,
  cell: string,
  from: number,
  step: number,
  { count, bring }: { count: number; bring: (index: number) => void },
): Promise<void> {
  for (let index = from; index >= 0 && index < count; index += step) {
    if (!table.querySelector(`[data-index="${index}"]`)) {
      bring(index);
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }
    const target = find(table, cell, index);
    if (!target) continue;
    target.focus();
    target.scrollIntoView({ block: 'nearest' });
    if (target instanceof HTMLInputElement) target.select();
    return;
  }
}
