import { useTranslate } from 'ra-core';
import { useState, useSyncExternalStore } from 'react';
import { call } from '../../../api/http';
import type { NewUnit } from '../../../api/types';
import { useRequestForm } from '../../../core/creation/useRequestForm';
import type { CreatedRequestRef } from '../../../core/creation/useSubmission';
import { normalizeText } from '../../../core/forms/validators';
import { areSameUnits, buildSubmission, mapUnitErrors } from './repairSubmission';
import { createEmptyUnit, getUnitIds, getUnitPosition, type UnitCell } from './unitGroups';
import type { RepairForm } from './useRepairForm';

type SentRepair = { units: readonly NewUnit[] } & Record<string, unknown>;
type CreatedRepair = { repairParts: NewUnit[] } & Record<string, unknown>;

const toText = (value: unknown): string => normalizeText(String(value ?? ''));

/**
 * Return whether the created request has the submitted units and fields.
 * Returns true if that cannot be read: the request was created, so no warning is due.
 */
async function matchesSent({ id }: CreatedRequestRef, { units, ...fields }: SentRepair): Promise<boolean> {
  try {
    const query = { repairId: id };
    const created = await call<CreatedRepair>('GET', '/api/v1/repairing/fetch/repair', { query });
    return (
      areSameUnits(units, created.repairParts) &&
      Object.entries(fields).every(([name, value]) => toText(value) === toText(created[name]))
    );
  } catch {
    return true;
  }
}

const NO_ERRORS: ReadonlyMap<string, string> = new Map();

/** Submit the units; `goTo` focuses the first one that is incomplete or invalid. */
export function useRepairCreation(
  { form, groups, latest, missingSerials, uploads, actions, draft }: RepairForm,
  goTo: (unitId: string, cell: UnitCell | 'attachments') => void,
  origin: { id: number } | null,
) {
  const translate = useTranslate();
  const totals = useSyncExternalStore(uploads.subscribe, uploads.getTotals);
  const [groupErrors, setGroupErrors] = useState(NO_ERRORS);
  const getSubmission = () =>
    buildSubmission(latest.current, (unitId) => form.getValues(`units.${unitId}`) ?? createEmptyUnit());
  /** Focus the first matching unit; returns whether one exists. */
  const goToFirst = (predicate: (unitId: string) => boolean, cell: UnitCell | 'attachments'): boolean => {
    const unitId = getUnitIds(latest.current).find(predicate);
    if (unitId) goTo(unitId, cell);
    return unitId !== undefined;
  };

  const getMissingReason = () => {
    if (groups.length === 0) return translate('newRepair.reason.empty');
    return missingSerials > 0 ? translate('newRepair.reason.serials', { smart_count: missingSerials }) : null;
  };
  const creation = useRequestForm({
    draft,
    isPristine: groups.length === 0,
    missingReason: getMissingReason(),
    uploads: totals,
    validate: (review) => {
      const failed = uploads.getFailedUnits();
      void form.handleSubmit(
        () => goToFirst((unitId) => failed.has(unitId), 'attachments') || review(),
        () => goToFirst((unitId) => !form.getValues(`units.${unitId}.serialNumber`).trim(), 'serialNumber'),
      )();
    },
    files: () =>
      getUnitIds(latest.current).flatMap((unitId) => {
        const unit = translate('newRepair.unitOf', getUnitPosition(latest.current, unitId));
        const files = form.getValues(`units.${unitId}.attachments`);
        return files.map(({ id, name }) => ({ id, label: `${name} (${unit})` }));
      }),
    removeFiles: actions.removeFiles,
    resource: 'repairs',
    query: origin ? { originId: origin.id } : {},
    body: () => {
      setGroupErrors(NO_ERRORS);
      return { ...form.getValues(), units: getSubmission().units };
    },
    matchesSent,
    applyServerErrors: ({ fields }) => {
      const { cells, groups: wrong, unplaced } = mapUnitErrors(fields, getSubmission().order, latest.current);
      for (const { unitId, cell, message } of cells) {
        form.setError(`units.${unitId}.${cell}`, { type: 'server', message });
      }
      setGroupErrors(new Map(wrong.map(({ key, message }) => [key, message])));
      if (cells[0]) goTo(cells[0].unitId, cells[0].cell);
      else if (wrong.length > 0) window.scrollTo({ top: 0 });
      const fieldErrors = Object.fromEntries([
        ...cells.map(({ unitId, cell, message }) => [`${unitId}.${cell}`, message]),
        ...wrong.map(({ key, message }) => [key, message]),
      ]);
      return { fieldErrors, formErrors: unplaced };
    },
    clear: () => {
      actions.clear();
      setGroupErrors(NO_ERRORS);
    },
    successMessage: 'newRepair.sent',
    next: 'active-repairs',
  });
  return { creation, groupErrors };
}
