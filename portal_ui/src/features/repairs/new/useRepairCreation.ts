import { useTranslate } from 'ra-core';
import { useState, useSyncExternalStore } from 'react';
import { call } from '../../../api/http';
import type { NewUnit } from '../../../api/types';
import { useCreation } from '../../../core/creation/useRequestForm';
import type { Created } from '../../../core/creation/useSubmission';
import { mapServerErrors, sameUnits, submissionOf } from './repairSubmission';
import { allUnits, type Cell, emptyUnit, placeOf } from './unitGroups';
import type { RepairForm } from './useRepairForm';

/** Whether the request holds what the form says. Not being able to ask is no reason for alarm: it was created. */
async function holds({ id }: Created, body: readonly NewUnit[]): Promise<boolean> {
  try {
    const query = { repairId: id };
    const { repairParts } = await call<{ repairParts: NewUnit[] }>('GET', '/api/v1/repairing/fetch/repair', { query });
    return sameUnits(body, repairParts);
  } catch {
    return true;
  }
}

const noErrors: ReadonlyMap<string, string> = new Map();

/** The way of the units to the server; `goTo` leads to the first one that lacks something or was not taken. */
export function useRepairCreation(
  { form, groups, latest, missingSerials, uploads, actions, draft }: RepairForm,
  goTo: (unitId: string, cell: Cell | 'attachments') => void,
  origin: { id: number } | null,
) {
  const translate = useTranslate();
  const totals = useSyncExternalStore(uploads.subscribe, uploads.getTotals);
  const [groupErrors, setGroupErrors] = useState(noErrors);
  const submitted = () => submissionOf(latest.current, (unitId) => form.getValues(`units.${unitId}`) ?? emptyUnit());
  /** Leads to the first of some units; answers whether there is one. */
  const goToFirst = (wanted: (unitId: string) => boolean, cell: Cell | 'attachments'): boolean => {
    const unitId = allUnits(latest.current).find(wanted);
    if (unitId) goTo(unitId, cell);
    return unitId !== undefined;
  };

  const creation = useCreation({
    draft,
    untouched: groups.length === 0,
    lacks: missingSerials > 0 ? translate('newRepair.reason.serials', { smart_count: missingSerials }) : null,
    uploads: totals,
    judge: (review) => {
      const failed = uploads.failedUnits();
      void form.handleSubmit(
        () => goToFirst((unitId) => failed.has(unitId), 'attachments') || review(),
        () => goToFirst((unitId) => !form.getValues(`units.${unitId}.serialNumber`).trim(), 'serialNumber'),
      )();
    },
    files: () =>
      allUnits(latest.current).flatMap((unitId) => {
        const unit = translate('newRepair.unitOf', placeOf(latest.current, unitId));
        const files = form.getValues(`units.${unitId}.attachments`);
        return files.map(({ id, name }) => ({ id, label: `${name} (${unit})` }));
      }),
    removeFiles: actions.removeFiles,
    resource: 'repairs',
    query: origin ? { originId: origin.id } : {},
    body: () => {
      setGroupErrors(noErrors);
      return submitted().body;
    },
    holds,
    place: ({ fields }) => {
      const { cells, groups: wrong, loose } = mapServerErrors(fields, submitted().order, latest.current);
      for (const { unitId, cell, message } of cells) {
        form.setError(`units.${unitId}.${cell}`, { type: 'server', message });
      }
      setGroupErrors(new Map(wrong.map(({ key, message }) => [key, message])));
      if (cells[0]) goTo(cells[0].unitId, cells[0].cell);
      else if (wrong.length > 0) window.scrollTo({ top: 0 });
      return { count: cells.length + wrong.length, loose };
    },
    clear: () => {
      actions.clear();
      setGroupErrors(noErrors);
    },
    sentWord: 'newRepair.sent',
    next: 'active-repairs',
  });
  return { creation, groupErrors };
}
