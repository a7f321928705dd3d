import { commentWrite } from '../../kernel/process/calls';
import type { WriteCall } from '../../kernel/process/processContext';
import { rowDecisions } from '../../kernel/process/useDecisions';
import { call } from '../../server/http';
import type { Repair, RepairPart } from './types';

/** What the addresses of its calls begin with. */
export const base = '/api/v1/repairing';

/** Units keep their number on every tab, also where some are left out. */
const numbered = (repair: Repair): Repair => ({
  ...repair,
  repairParts: repair.repairParts.map((part, index) => ({ ...part, rowNumber: index + 1 })),
});

/** A repair with its units numbered. */
export const readRepair = async (id: number, signal?: AbortSignal): Promise<Repair> =>
  numbered(await call('GET', `${base}/fetch/repair`, { query: { repairId: id }, ...(signal ? { signal } : {}) }));

/** A save of a repair: `write(record, 'save/transit/data', body)`. */
export const write = (record: Repair, path: string, body?: unknown, query: WriteCall['query'] = {}): WriteCall => ({
  path: `${base}/${path}`,
  query: { repairId: record.id, ...query },
  ...(body === undefined ? {} : { body }),
});

/** Writes the comment on the repair, or on one of its units, in a step. */
export const commentOn = (owner: 'request' | 'part', ownerId: number, step: string) =>
  commentWrite(`${base}/save/${owner}/approval/comment`, ownerId, step);

const decisionsOn = (field: 'initialApproval' | 'repairApproval', path: string) =>
  rowDecisions<Repair, RepairPart>({
    rows: (record) => record.repairParts,
    withRows: (record, repairParts) => ({ ...record, repairParts }),
    approvalOf: (part) => part[field],
    withApproval: (part, status) => ({ ...part, [field]: status }),
    nameOf: ({ partName, serialNumber }) => `${partName}, ${serialNumber}`,
    write: (record, decisions) => write(record, path, decisions),
  });

export const initialDecisions = decisionsOn('initialApproval', 'change/initial/status/all');
export const repairDecisions = decisionsOn('repairApproval', 'change/main/status/all');
