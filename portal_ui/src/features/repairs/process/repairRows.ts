import type { RepairPart, RepairStatus } from '../../../api/repairs';
import { maxLength, validate } from '../../../core/forms/validators';
import { buildRowKey, getChangedParts, type RowValidator, type UnitForm } from './unitRows';

/** What can be chosen; REJECTED is only shown. */
export const SELECTABLE_STATUSES: readonly RepairStatus[] = ['IN_PROGRESS', 'REPLACED', 'REPAIRED', 'NON_REPAIRABLE'];

/** The longest serial number that the server keeps. */
const MAX_SERIAL_LENGTH = 255;

export interface RepairRow {
  repairStatus: RepairStatus | '';
  repairComment: string;
  /** Of what goes back in the place of a unit that was replaced. */
  replacementSerial: string;
}

export const isWorking = (part: RepairPart): boolean => part.diagnosticInfo?.status?.key === 'IT_IS_WORKING';

export const isRejected = (part: RepairPart): boolean =>
  part.repairStatus === 'REJECTED' || (part.needsApproval && part.repairApproval === 'REJECTED');

/**
 * A repair status is set on units that the server says are to be repaired: never on working or refused ones, nor on
 * one whose approval is still awaited.
 */
export const isStatusEditable = (part: RepairPart): boolean => part.toRepair && !isWorking(part) && !isRejected(part);

/** A repair comment, and a row's own Save, need an approved unit that is not working. */
export const isCommentEditable = (part: RepairPart): boolean =>
  part.toRepair && part.repairApproval === 'APPROVED' && !isWorking(part);

/** Whether a unit is to be replaced by something without a serial number. */
export const isSerialMissing = ({ repairStatus, replacementSerial }: Omit<RepairRow, 'repairComment'>): boolean =>
  repairStatus === 'REPLACED' && replacementSerial.trim() === '';

/** A comment without a status cannot be saved, nor can a status be taken away again. */
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

/** How the units in the service are filled in. */
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

/** Units that "all in progress" and its like set and save: with an open status, and another one or something unsaved. */
export function getBulkTargets(
  parts: readonly RepairPart[],
  form: UnitForm<RepairRow>,
  status: RepairStatus,
): RepairPart[] {
  const unsaved = getChangedParts(parts, form, repairRows.toRow);
  const isSet = (part: RepairPart) => form.rows[buildRowKey(part.id)]?.repairStatus === status;
  return parts.filter((part) => isStatusEditable(part) && (!isSet(part) || unsaved.includes(part)));
}

/** The units among some whose saved result a bulk action would replace, or whose diagnosis it contradicts. */
export const getOverruledParts = (parts: readonly RepairPart[], status: RepairStatus): RepairPart[] =>
  parts.filter(
    (part) =>
      (isFinalStatus(part.repairStatus) && part.repairStatus !== status) ||
      (status === 'REPAIRED' && part.diagnosticInfo?.status?.key === 'NON_REPAIRABLE' && part.repairStatus !== status),
  );

const isFinalStatus = (status: RepairStatus | null): boolean =>
  status === 'REPLACED' || status === 'REPAIRED' || status === 'NON_REPAIRABLE';

/** What restores the saved results of units: the status, also where there was none, comment and serial number. */
export const toRestoreBody = (parts: readonly RepairPart[]): object[] =>
  parts.map((part) => ({
    repairPartId: part.id,
    status: part.repairStatus,
    comment: part.repairComment ?? '',
    ...(part.repairStatus === 'REPLACED' && { replacementSerial: part.replacementSerial }),
  }));
