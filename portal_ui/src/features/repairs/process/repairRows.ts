import type { RepairPart, RepairStatus } from '../../../api/repairs';
import { maxLength, validate } from '../../../core/forms/validators';
import { buildRowKey, getChangedParts, type RowValidator, type UnitForm } from './unitRows';

/** Repair statuses that can be selected; REJECTED is read-only. */
export const SELECTABLE_STATUSES: readonly RepairStatus[] = ['IN_PROGRESS', 'REPLACED', 'REPAIRED', 'NON_REPAIRABLE'];

/** Maximum length of a serial number. */
const MAX_SERIAL_LENGTH = 255;

export interface RepairRow {
  repairStatus: RepairStatus | '';
  repairComment: string;
  /** Serial number of the unit that is sent back instead. */
  replacementSerial: string;
}

export const isWorking = (part: RepairPart): boolean => part.diagnosticInfo?.status?.key === 'IT_IS_WORKING';

export const isRejected = (part: RepairPart): boolean =>
  part.repairStatus === 'REJECTED' || (part.needsApproval && part.repairApproval === 'REJECTED');

/**
 * Return whether the repair status of a unit can be set.
 * The server sets `toRepair` on received units with an approved repair; rejected results are final.
 */
export const isStatusEditable = (part: RepairPart): boolean => part.toRepair && !isWorking(part) && !isRejected(part);

/**
 * Return whether a unit can have a repair comment and be saved separately.
 * Requires an approved repair and a unit that is not working.
 */
export const isCommentEditable = (part: RepairPart): boolean =>
  part.toRepair && part.repairApproval === 'APPROVED' && !isWorking(part);

/** Return whether a replaced unit lacks its new serial number. */
export const isSerialMissing = ({ repairStatus, replacementSerial }: Omit<RepairRow, 'repairComment'>): boolean =>
  repairStatus === 'REPLACED' && replacementSerial.trim() === '';

/** Validate a row: a comment needs a status, and a saved status cannot be cleared. */
const validateRow: RowValidator<RepairRow> = (
  { repairComment, repairStatus, replacementSerial },
  saved,
  commentLength,
) => ({
  ...validate(
    { repairComment, replacementSerial },
    { repairComment: maxLength(commentLength), replacementSerial: maxLength(MAX_SERIAL_LENGTH) },
  ),
  ...(repairStatus === '' && (repairComment.trim() !== '' || saved?.repairStatus)
    ? { repairStatus: 'repair.service.statusFirst' }
    : {}),
  ...(isSerialMissing({ repairStatus, replacementSerial }) ? { replacementSerial: 'repair.service.serialFirst' } : {}),
});

/** Definition of the repair table. */
export const repairRows = {
  blank: { repairStatus: '', repairComment: '', replacementSerial: '' } satisfies RepairRow as RepairRow,
  toRow: (part: RepairPart): RepairRow => ({
    repairStatus: part.repairStatus ?? (isRejected(part) ? 'REJECTED' : ''),
    repairComment: part.repairComment ?? '',
    replacementSerial: part.replacementSerial,
  }),
  validateRow,
  toBody: (part: RepairPart, { repairStatus, repairComment, replacementSerial }: RepairRow) =>
    repairStatus === ''
      ? null
      : {
          repairPartId: part.id,
          status: repairStatus,
          comment: repairComment.trim(),
          ...(repairStatus === 'REPLACED' && { replacementSerial: replacementSerial.trim() }),
        },
  getField: ([name]: readonly string[]): keyof RepairRow => {
    if (name === 'comment') return 'repairComment';
    return name === 'replacementSerial' ? name : 'repairStatus';
  },
  getLabel: (field: string) => `repair.column.${field}`,
  chosen: ['repairStatus', 'repairStatus'] as const,
  action: 'saveRepairs' as const,
  successMessage: 'repair.saved.repairs',
};

/**
 * Return the units that a bulk status sets and saves.
 * Includes editable units with another status or with unsaved changes.
 */
export function getBulkTargets(
  parts: readonly RepairPart[],
  form: UnitForm<RepairRow>,
  status: RepairStatus,
): RepairPart[] {
  const unsaved = getChangedParts(parts, form, repairRows.toRow);
  const isSet = (part: RepairPart) => form.rows[buildRowKey(part.id)]?.repairStatus === status;
  return parts.filter((part) => isStatusEditable(part) && (!isSet(part) || unsaved.includes(part)));
}

/** Return the units whose saved result or diagnosis a bulk status would overrule. */
export const getOverruledParts = (parts: readonly RepairPart[], status: RepairStatus): RepairPart[] =>
  parts.filter(
    (part) =>
      (isFinalStatus(part.repairStatus) && part.repairStatus !== status) ||
      (status === 'REPAIRED' && part.diagnosticInfo?.status?.key === 'NON_REPAIRABLE' && part.repairStatus !== status),
  );

const isFinalStatus = (status: RepairStatus | null): boolean =>
  status === 'REPLACED' || status === 'REPAIRED' || status === 'NON_REPAIRABLE';

/** Build the request body that restores saved results, including an empty status. */
export const toRestoreBody = (parts: readonly RepairPart[]): object[] =>
  parts.map((part) => ({
    repairPartId: part.id,
    status: part.repairStatus,
    comment: part.repairComment ?? '',
    ...(part.repairStatus === 'REPLACED' && { replacementSerial: part.replacementSerial }),
  }));
