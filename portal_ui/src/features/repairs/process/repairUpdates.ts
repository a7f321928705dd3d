import type { Repair, RepairAction, RepairPart } from '../../../api/repairs';
import type { RequestUpdate } from '../../../api/requests';
import { buildCommentUpdate } from '../../../core/process/requestUpdates';
import { createRowDecisions } from '../../../core/process/useDecisions';

/** Build an update of a repair. */
export const buildRepairUpdate = (action: RepairAction, data: object): RequestUpdate => ({ action, data });

/** Build the update of a step's comment on a request or a unit. */
export const buildRepairComment = (owner: 'request' | 'part', ownerId: number, step: string) =>
  buildCommentUpdate<RepairAction>(owner === 'request' ? 'commentRequest' : 'commentUnit', ownerId, step);

const createDecisions = (field: 'initialApproval' | 'repairApproval', action: RepairAction) =>
  createRowDecisions<Repair, RepairPart>({
    getRows: (record) => record.repairParts,
    withRows: (record, repairParts) => ({ ...record, repairParts }),
    getRowApproval: (part) => part[field],
    withApproval: (part, status) => ({ ...part, [field]: status }),
    getRowName: ({ partName, serialNumber }) => `${partName}, ${serialNumber}`,
    write: (_, decisions) => buildRepairUpdate(action, decisions),
  });

export const initialDecisions = createDecisions('initialApproval', 'decideInitial');
export const repairDecisions = createDecisions('repairApproval', 'decideRepair');
