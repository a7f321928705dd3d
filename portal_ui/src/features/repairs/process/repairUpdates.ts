import type { Repair, RepairAction, RepairPart } from '../../../api/repairs';
import type { RequestUpdate } from '../../../api/requests';
import { commentUpdate } from '../../../core/process/requestUpdates';
import { rowDecisions } from '../../../core/process/useDecisions';

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
