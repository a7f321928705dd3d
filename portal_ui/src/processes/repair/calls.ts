import { commentUpdate } from '../../kernel/process/calls';
import { rowDecisions } from '../../kernel/process/useDecisions';
import type { RepairAction } from '../../server/repairs';
import type { RequestUpdate } from '../../server/requests';
import type { Repair, RepairPart } from './types';

/** An update of a repair. */
export const repairUpdate = (action: RepairAction, data: object): RequestUpdate => ({ action, data });

/** Writes the comment on the repair, or on one of its units, in a step. */
export const commentOn = (owner: 'request' | 'part', ownerId: number, step: string) =>
  commentUpdate<RepairAction>(owner === 'request' ? 'commentRequest' : 'commentUnit', ownerId, step);

const decisionsOn = (field: 'initialApproval' | 'repairApproval', action: RepairAction) =>
  rowDecisions<Repair, RepairPart>({
    rows: (record) => record.repairParts,
    withRows: (record, repairParts) => ({ ...record, repairParts }),
    approvalOf: (part) => part[field],
    withApproval: (part, status) => ({ ...part, [field]: status }),
    nameOf: ({ partName, serialNumber }) => `${partName}, ${serialNumber}`,
    write: (_, decisions) => repairUpdate(action, decisions),
  });

export const initialDecisions = decisionsOn('initialApproval', 'decideInitial');
export const repairDecisions = decisionsOn('repairApproval', 'decideRepair');
