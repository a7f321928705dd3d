import type { Approval, Decision } from '../../kernel/process/decisions';
import type { DecisionSource } from '../../kernel/process/useDecisions';
import { write } from './kind';
import type { Repair } from './types';

type ApprovalField = 'initialApproval' | 'repairApproval';

const source = (field: ApprovalField, path: string): DecisionSource<Repair> => ({
  write: (record, decisions) => write(record, path, decisions),
  show: (record, decisions) => withDecisions(record, field, decisions),
  approvalOf: (record, id): Approval =>
    record.repairParts.find((part) => part.id === id)?.[field] ?? 'WAITING_APPROVAL',
});

/** The record with decisions in it; units that are not named stay the same objects, so their rows are not drawn again. */
export function withDecisions(record: Repair, field: ApprovalField, decisions: readonly Decision[]): Repair {
  const decided = new Map(decisions.map(({ id, status }) => [id, status]));
  return {
    ...record,
    repairParts: record.repairParts.map((part) => {
      const status = decided.get(part.id);
      return status === undefined || part[field] === status ? part : { ...part, [field]: status };
    }),
  };
}

export const initialDecisions = source('initialApproval', 'change/initial/status/all');
export const repairDecisions = source('repairApproval', 'change/main/status/all');
