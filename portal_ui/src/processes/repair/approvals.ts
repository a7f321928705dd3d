import { decisionSource } from '../../kernel/process/decisionSource';
import { write } from './calls';
import type { Repair, RepairPart } from './types';

const source = (field: 'initialApproval' | 'repairApproval', path: string) =>
  decisionSource<Repair, RepairPart>({
    rows: (record) => record.repairParts,
    withRows: (record, repairParts) => ({ ...record, repairParts }),
    approvalOf: (part) => part[field],
    withApproval: (part, status) => ({ ...part, [field]: status }),
    write: (record, decisions) => write(record, path, decisions),
  });

export const initialDecisions = source('initialApproval', 'change/initial/status/all');
export const repairDecisions = source('repairApproval', 'change/main/status/all');
