import { cellMove } from '../../kernel/table/window';
import { cellId } from './formContext';
import type { Cell } from './groups';

const FRAMES = 60;

/**
 * Focuses a cell, which may not be drawn yet: `reveal` brings its row near the screen, again at each frame until
 * the cell is there. Answers the way to give up.
 */
export function focusWhenDrawn(unitId: string, cell: Cell | 'attachments', reveal: () => void): () => void {
  let frame = 0;
  let left = FRAMES;
  const attempt = () => {
    const place = document.getElementById(cellId(unitId, cell));
    const control = place?.matches('input, textarea') ? place : place?.querySelector('button');
    if (control instanceof HTMLElement) {
      control.focus();
      if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) control.select();
      return;
    }
    reveal();
    left -= 1;
    if (left > 0) frame = requestAnimationFrame(attempt);
  };
  attempt();
  return () => cancelAnimationFrame(frame);
}

/** Whether a key in a cell leads to the row above (-1) or below (1); 0: the key is the cell's own. */
export function rowStep(event: KeyboardEvent, control: HTMLInputElement | HTMLTextAreaElement): -1 | 0 | 1 {
  if (event.isComposing) return 0;
  const { selectionStart, selectionEnd, value } = control;
  const whole = selectionStart === 0 && selectionEnd === value.length;
  const move = cellMove(event, {
    kind: control instanceof HTMLTextAreaElement ? 'textarea' : 'input',
    atStart: whole || selectionEnd === 0,
    atEnd: whole || selectionStart === value.length,
  });
  return move === 'up' ? -1 : move === 'down' ? 1 : 0;
}
