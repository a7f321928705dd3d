import { changeServiceWrite, commentWrite } from '../../kernel/process/calls';
import { lazyPanes } from '../../kernel/process/panes';
import type { ProcessKind, WriteCall } from '../../kernel/process/processContext';
import { call } from '../../server/http';
import type { Repair } from './types';

const base = '/api/v1/repairing';

/** Units keep their number on every tab, also where some are left out. */
const numbered = (repair: Repair): Repair => ({
  ...repair,
  repairParts: repair.repairParts.map((part, index) => ({ ...part, rowNumber: index + 1 })),
});

/** A repair as the process page sees it: tab key to pane, and the calls that belong to the whole request. */
export const repairKind: ProcessKind<Repair> = {
  kind: 'repair',
  words: { moved: (status) => `repair.moved.${status}`, deleted: 'repair.deleted' },
  list: 'active-repairs',
  read: async (id, signal) =>
    numbered(await call('GET', `${base}/fetch/repair`, { query: { repairId: id }, ...(signal ? { signal } : {}) })),
  move: (record, status) => ({
    path: `${base}/change/repair/status`,
    query: { repairId: record.id, status, expectedStatus: record.status.key },
  }),
  remove: (record) => ({ method: 'DELETE', path: `${base}/delete`, query: { repairId: record.id } }),
  changeService: (record, serviceId) => changeServiceWrite(record.id, serviceId),
  history: {
    resource: 'repair-history',
    filter: (record) => ({ repairId: record.id }),
  },
  ...lazyPanes({
    DETAILS: () => import('./DetailsPane'),
    SHIPPING_DETAILS: () => import('./ShippingDetailsPane'),
    WAITING_FOR_PICK_UP: () => import('./PickUpPane'),
    IN_TRANSIT: () => import('./InTransitPane'),
    WAITING_DIAGNOSTICS: () => import('./WaitingDiagnosticsPane'),
    DIAGNOSTICS: () => import('./DiagnosticsPane'),
    REPAIR_APPROVAL: () => import('./RepairApprovalPane'),
    REPAIR: () => import('./RepairPane'),
    TRANSIT_BACK: () => import('./TransitBackPane'),
    COMPLETED: () => import('./CompletedPane'),
  }),
};

/** A save of a repair: `write(record, 'save/transit/data', body)`. */
export const write = (record: Repair, path: string, body?: unknown, query: WriteCall['query'] = {}): WriteCall => ({
  path: `${base}/${path}`,
  query: { repairId: record.id, ...query },
  ...(body === undefined ? {} : { body }),
});

/** Writes the comment on the repair, or on one of its units, in a step. */
export const commentOn = (owner: 'request' | 'part', ownerId: number, step: string) =>
  commentWrite(`${base}/save/${owner}/approval/comment`, ownerId, step);
