import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { useMissingFiles } from '../../kernel/creation/useMissingFiles';
import { useSubmission } from '../../kernel/creation/useSubmission';
import { call } from '../../server/http';
import type { Created } from '../../shared/EarlierDialog';
import { allUnits, type Cell, emptyUnit, groupOf } from './groups';
import { mapServerErrors, type NewUnit, sameUnits, submissionOf } from './submission';
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

/** Sends the units; `goTo` leads to the first one that the server did not take. */
export function useRepairSubmission(
  { form, latest, actions, draft }: RepairForm,
  goTo: (unitId: string, cell: Cell | 'attachments') => void,
) {
  const translate = useTranslate();
  const [groupErrors, setGroupErrors] = useState<ReadonlyMap<string, string>>(new Map());
  const submitted = () => submissionOf(latest.current, (unitId) => form.getValues(`units.${unitId}`) ?? emptyUnit());

  const missing = useMissingFiles(
    draft,
    () =>
      allUnits(latest.current).flatMap((unitId) =>
        form.getValues(`units.${unitId}.attachments`).map(({ id, name }) => {
          const group = groupOf(latest.current, unitId);
          const number = (group?.unitIds.indexOf(unitId) ?? 0) + 1;
          const unit = translate('newRepair.unitOf', { number, part: group?.part.name ?? '' });
          return { id, label: `${name} (${unit})` };
        }),
      ),
    actions.removeFiles,
  );
  const submission = useSubmission<unknown, NewUnit[], Created>({
    draft,
    missing,
    method: 'POST',
    path: '/api/v1/repairing/create',
    body: () => {
      setGroupErrors(new Map());
      return submitted().body;
    },
    createdOf: (created) => created,
    holds,
    place: ({ fields }) => {
      const { cells, groups, loose } = mapServerErrors(fields, submitted().order, latest.current);
      for (const { unitId, cell, message } of cells) {
        form.setError(`units.${unitId}.${cell}`, { type: 'server', message });
      }
      setGroupErrors(new Map(groups.map(({ key, message }) => [key, message])));
      if (cells[0]) goTo(cells[0].unitId, cells[0].cell);
      else if (groups.length > 0) window.scrollTo({ top: 0 });
      return { count: cells.length + groups.length, loose };
    },
    clear: actions.clear,
    sentWord: 'newRepair.sent',
    next: 'active-repairs',
  });
  return { missing, submission, groupErrors, forgetGroupErrors: () => setGroupErrors(new Map()) };
}
