import type { ToFormPath } from '../../kernel/saving/serverErrors';
import { rowKey } from './diagnostics';
import type { RepairPart, RepairStatus } from './types';

/** What can be chosen; REJECTED is only shown. */
export const SELECTABLE: readonly RepairStatus[] = ['IN_PROGRESS', 'REPLACED', 'REPAIRED', 'NON_REPAIRABLE'];

export interface RepairRow {
  repairStatus: RepairStatus | '';
  repairComment: string;
}

export interface RepairForm {
  rows: Record<string, RepairRow>;
}

/** Only units approved at first are in the service. */
export const servicedParts = (parts: readonly RepairPart[]): RepairPart[] =>
  parts.filter((part) => part.initialApproval === 'APPROVED');

export const isWorking = (part: RepairPart): boolean => part.diagnosticInfo?.status?.key === 'IT_IS_WORKING';

export const isRejected = (part: RepairPart): boolean =>
  part.repairStatus === 'REJECTED' || (part.needsApproval && part.repairApproval === 'REJECTED');

/**
 * A repair status is set on units that the server says are to be repaired: never on working or refused ones, nor on
 * one whose approval is still awaited.
 */
export const statusIsOpen = (part: RepairPart): boolean => part.toRepair && !isWorking(part) && !isRejected(part);

/** A repair comment, and a row's own Save, need an approved unit that is not working. */
export const commentIsOpen = (part: RepairPart): boolean =>
  part.toRepair && part.repairApproval === 'APPROVED' && !isWorking(part);

export const repairRowOf = (part: RepairPart): RepairRow => ({
  repairStatus: part.repairStatus ?? (isRejected(part) ? 'REJECTED' : ''),
  repairComment: part.repairComment ?? '',
});

export const repairFormOf = (parts: readonly RepairPart[]): RepairForm => ({
  rows: Object.fromEntries(parts.map((part) => [rowKey(part.id), repairRowOf(part)])),
});

export const changedRepairs = (parts: readonly RepairPart[], form: RepairForm): RepairPart[] =>
  parts.filter((part) => {
    const row = form.rows[rowKey(part.id)];
    const saved = repairRowOf(part);
    return row !== undefined && (row.repairStatus !== saved.repairStatus || row.repairComment !== saved.repairComment);
  });

/** Units that "all in progress" and its like set: those with an open status that do not have it yet. */
export const bulkTargets = (parts: readonly RepairPart[], form: RepairForm, status: RepairStatus): RepairPart[] =>
  parts.filter((part) => statusIsOpen(part) && form.rows[rowKey(part.id)]?.repairStatus !== status);

/** A comment without a status cannot be saved. */
export const repairProblems = ({ rows }: RepairForm): string[] =>
  Object.entries(rows).flatMap(([key, row]) =>
    row.repairComment.trim() !== '' && row.repairStatus === '' ? [`rows.${key}.repairStatus`] : [],
  );

/** What is saved once these rows have been sent: the others are as before. */
export const withRows = (saved: RepairForm, sent: RepairForm, rows: readonly RepairPart[]): RepairForm => ({
  rows: {
    ...saved.rows,
    ...Object.fromEntries(
      rows.flatMap((part) => {
        const row = sent.rows[rowKey(part.id)];
        return row ? [[rowKey(part.id), row]] : [];
      }),
    ),
  },
});

/** One row as the server takes it. */
export const repairBodyOf = (part: RepairPart, row: RepairRow) => ({
  repairPartId: part.id,
  status: row.repairStatus || null,
  comment: row.repairComment.trim(),
});

export const renameRepairIn =
  (sent: readonly RepairPart[]): ToFormPath =>
  (path) => {
    const [place, name] = path.split('.');
    const part = sent[Number(place)];
    if (!part) return null;
    return `rows.${rowKey(part.id)}.${name === 'comment' ? 'repairComment' : 'repairStatus'}`;
  };
