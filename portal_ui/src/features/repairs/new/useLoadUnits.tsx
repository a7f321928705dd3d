import { useEvent, useNotify, useTranslate } from 'ra-core';
import { UndoAction } from '../../../core/ui/UndoAction';
import { groupUnitsByPart, type LoadedUnit } from './loadedUnitRows';
import { getUnitIds, UNIT_CELLS } from './unitGroups';
import type { RepairForm } from './useRepairForm';

type Parts = Pick<RepairForm, 'form' | 'latest' | 'actions' | 'draft'>;

/** Takes units that came from a file or a paste into the form, after those that are there; it can be undone. */
export function useLoadUnits({ form, latest, actions, draft }: Parts): (units: readonly LoadedUnit[]) => void {
  const notify = useNotify();
  const translate = useTranslate();
  return useEvent((units) => {
    const added = groupUnitsByPart(units).flatMap(({ part, units: ofPart }) => {
      const ids = actions.add(part, ofPart.length);
      ofPart.forEach(({ cells }, index) => {
        for (const cell of UNIT_CELLS) form.setValue(`units.${ids[index] ?? ''}.${cell}`, cells[cell]);
      });
      return ids;
    });
    actions.changed();
    draft.save();
    const undo = () => {
      const there = new Set(getUnitIds(latest.current));
      for (const id of added) if (there.has(id)) actions.removeUnit(id);
    };
    const text = translate('newRepair.loaded', { smart_count: added.length });
    notify(text, {
      type: 'success',
      autoHideDuration: 8_000,
      messageArgs: { _: text },
      action: <UndoAction onUndo={undo} />,
    });
  });
}
