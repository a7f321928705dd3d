import { useNotify, useTranslate } from 'ra-core';
import { useMemo, useState } from 'react';
import { useMeta } from '../../../api/meta';
import { UndoAction } from '../../../core/ui/UndoAction';
import type { PastedBlock } from './paste';
import { findGroup, getUnitIds, type UnitCell } from './unitGroups';
import type { RepairForm } from './useRepairForm';

/** Paste with more rows than the group has units from the target on. */
interface LongPaste {
  unitId: string;
  block: PastedBlock;
  existingRows: number;
  /** Number of units to add: the missing ones, up to the maximum of the request. */
  canAdd: number;
}

/** Values to set in cells. */
type Values = { unitId: string; cell: UnitCell; value: string }[];

type Parts = Pick<RepairForm, 'form' | 'latest' | 'actions' | 'draft'>;

/** Handle pasted spreadsheet cells, with an undo; asks before it adds units. */
export function usePasteBlocks({ form, latest, actions, draft }: Parts) {
  const { limits } = useMeta();
  const [longPaste, setLongPaste] = useState<LongPaste | null>(null);
  const notify = useNotify();
  const translate = useTranslate();

  const pasting = useMemo(() => {
    const getRowsFrom = (unitId: string): readonly string[] => {
      const ids = findGroup(latest.current, unitId)?.unitIds ?? [];
      return ids.slice(ids.indexOf(unitId));
    };

    const set = (values: Values) => {
      for (const { unitId, cell, value } of values) form.setValue(`units.${unitId}.${cell}`, value);
      const names = values.map(({ unitId, cell }) => `units.${unitId}.${cell}` as const);
      const invalid = names.filter((name) => form.getFieldState(name).error);
      if (invalid.length > 0) void form.trigger(invalid);
      actions.changed();
      draft.save();
    };

    const fill = (unitId: string, block: PastedBlock, added: string[]) => {
      const rows = getRowsFrom(unitId);
      const values = block.cells.flatMap(({ row, cell, value }) => {
        const target = rows[row];
        return target ? [{ unitId: target, cell, value }] : [];
      });
      const before = values.map(({ unitId: id, cell }) => ({
        unitId: id,
        cell,
        value: form.getValues(`units.${id}.${cell}`),
      }));
      set(values);
      const undo = () => {
        const existing = new Set(getUnitIds(latest.current));
        set(before.filter(({ unitId: id }) => existing.has(id) && !added.includes(id)));
        actions.removeUnits(added);
      };
      const text = translate('newRepair.paste.filled', { smart_count: values.length });
      notify(text, { type: 'success', autoHideDuration: 8_000, action: <UndoAction onUndo={undo} /> });
    };

    return {
      paste(unitId: string, block: PastedBlock) {
        const existingRows = getRowsFrom(unitId).length;
        if (block.rows <= existingRows) return fill(unitId, block, []);
        const remaining = limits.units - getUnitIds(latest.current).length;
        setLongPaste({ unitId, block, existingRows, canAdd: Math.min(block.rows - existingRows, remaining) });
      },
      /** Add the missing units, then fill the cells. */
      addAndFill({ unitId, block, canAdd }: LongPaste) {
        const part = findGroup(latest.current, unitId)?.part;
        if (part) fill(unitId, block, actions.add(part, canAdd));
        setLongPaste(null);
      },
      fillOnly({ unitId, block }: LongPaste) {
        fill(unitId, block, []);
        setLongPaste(null);
      },
      leave: () => setLongPaste(null),
    };
  }, [form, latest, actions, draft, limits.units, notify, translate]);

  return { ...pasting, longPaste };
}

export type PasteBlocks = ReturnType<typeof usePasteBlocks>;
