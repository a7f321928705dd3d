import { useEvent, useNotify, useTranslate } from 'ra-core';
import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useMeta } from '../../../api/meta';
import type { RepairPart } from '../../../api/repairs';
import { parsePastedBlock } from '../../../core/tables/pasteCells';
import { useRowSelection } from '../../../core/tables/useRowSelection';
import { UndoAction } from '../../../core/ui/UndoAction';
import type { DiagnosticRow } from './diagnosticRows';
import {
  DIAGNOSTICS_CELLS,
  type DiagnosticsCell,
  isDiagnosticsCell,
  isPrice,
  parseCellValue,
} from './diagnosticsCells';
import { buildRowKey, type UnitForm } from './unitRows';

interface CellPosition {
  index: number;
  cell: DiagnosticsCell;
}

/** Edit of a cell of a unit. */
interface Edit {
  id: number;
  cell: DiagnosticsCell;
  value: string;
}

const UNDO_MS = 8_000;
const buildPath = ({ id, cell }: Omit<Edit, 'value'>) => `rows.${buildRowKey(id)}.${cell}` as const;

/** Return the row and cell of an event; null outside of editable cells. */
function findPosition(target: EventTarget): CellPosition | null {
  if (!(target instanceof HTMLElement)) return null;
  const { cell } = target.dataset;
  const index = target.closest<HTMLElement>('[data-index]')?.dataset.index;
  return isDiagnosticsCell(cell) && index !== undefined ? { index: Number(index), cell } : null;
}

/** Return bulk edits of cells: paste, fill down, or set for the selected rows. */
export function useCellEdits(parts: readonly RepairPart[], form: UseFormReturn<UnitForm<DiagnosticRow>>) {
  const { choices } = useMeta();
  const notify = useNotify();
  const translate = useTranslate();
  const selection = useRowSelection(useMemo(() => parts.map(({ id }) => id), [parts]));
  const last = useRef<CellPosition | null>(null);
  const [column, setColumn] = useState<DiagnosticsCell | null>(null);

  // Missing units have no values, and prices do not apply if services are chosen.
  const missing = new Set(parts.filter(({ isMissing }) => isMissing).map(({ id }) => id));
  const isOpen = ({ id, cell }: Omit<Edit, 'value'>) =>
    !missing.has(id) && !(isPrice(cell) && form.getValues(`rows.${buildRowKey(id)}.withPredefinedTypes`));

  const set = (edits: readonly Edit[]) => {
    const final = edits.at(-1);
    if (!final) return;
    const rows = structuredClone(form.getValues('rows'));
    for (const { id, cell, value } of edits) Object.assign(rows[buildRowKey(id)] ?? {}, { [cell]: value });
    // One update: setting cells one by one would copy and compare a long table each time.
    form.setValue('rows', rows);
    form.setValue(buildPath(final), final.value as never, { shouldDirty: true });
    void form.trigger(edits.map(buildPath));
  };

  /** Apply the edits that differ, and offer an undo. */
  const fill = (requested: readonly Edit[], note = '') => {
    const edits = requested.filter((edit) => isOpen(edit) && form.getValues(buildPath(edit)) !== edit.value);
    const before = edits.map((edit) => ({ ...edit, value: String(form.getValues(buildPath(edit))) }));
    set(edits);
    const text = translate('repair.diagnostics.filled', { smart_count: edits.length });
    notify([text, note].filter(Boolean).join(' '), {
      type: note ? 'warning' : 'success',
      autoHideDuration: UNDO_MS,
      ...(edits.length > 0 && { action: <UndoAction onUndo={() => set(before)} /> }),
    });
  };

  /** Copy the value of the last cell to the selected units, or to all units below. */
  const fillDown = useEvent(() => {
    const from = last.current;
    const source = from && parts[from.index];
    if (!from || !source) return;
    const { cell } = from;
    const value = String(form.getValues(buildPath({ id: source.id, cell })));
    const targets =
      selection.ids.size > 0 ? parts.filter(({ id }) => selection.ids.has(id)) : parts.slice(from.index + 1);
    fill(targets.map(({ id }) => ({ id, cell, value })));
  });

  /** Fill in the cells of a text from a position on. Return false if the text is a single value. */
  const pasteAt = (position: CellPosition, pasted: string): boolean => {
    const block = parsePastedBlock(pasted, position.cell, DIAGNOSTICS_CELLS, 'comment');
    if (!block) return false;
    let unknown = 0;
    const edits = block.cells.flatMap(({ row, cell, value: text }): Edit[] => {
      const unit = parts[position.index + row];
      if (!unit) return [];
      const value = parseCellValue(cell, text, choices.diagnosticStatus ?? []);
      if (value === null) unknown += 1;
      return value === null ? [] : [{ id: unit.id, cell, value }];
    });
    const excess = Math.max(0, position.index + block.rows - parts.length);
    const notes = [
      unknown > 0 && translate('repair.diagnostics.unknownResults', { smart_count: unknown }),
      excess > 0 && translate('repair.diagnostics.linesBeyond', { smart_count: excess }),
    ];
    fill(edits, notes.filter(Boolean).join(' '));
    return true;
  };

  const onPaste = useEvent((event: ClipboardEvent) => {
    const position = findPosition(event.target);
    if (position && pasteAt(position, event.clipboardData.getData('text/plain'))) event.preventDefault();
  });

  /** Paste the clipboard at the last cell, or at the first diagnosis. Not all browsers allow that. */
  const paste = useEvent(async () => {
    const text = await Promise.resolve(navigator.clipboard?.readText()).catch(() => undefined);
    const isPasted = Boolean(text) && pasteAt(last.current ?? { index: 0, cell: 'status' }, text ?? '');
    if (!isPasted) notify('repair.diagnostics.pasteByKey', { type: 'info' });
  });

  /** Copy the cell above with Ctrl+D, as in spreadsheets. */
  const onKeyDown = useEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'd' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    const position = findPosition(event.target);
    const unit = position && parts[position.index];
    if (!position || !unit) return;
    event.preventDefault();
    const above = parts[position.index - 1];
    if (above)
      fill([{ ...position, id: unit.id, value: String(form.getValues(buildPath({ ...position, id: above.id }))) }]);
  });

  const onFocus = useEvent((event: FocusEvent) => {
    const position = findPosition(event.target);
    if (!position) return;
    last.current = position;
    setColumn(position.cell);
  });

  const setResult = (value: string) =>
    fill(parts.filter(({ id }) => selection.ids.has(id)).map(({ id }) => ({ id, cell: 'status' as const, value })));

  return { selection, column, fillDown, paste, setResult, handlers: { onPaste, onKeyDown, onFocus } };
}
