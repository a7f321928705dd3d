import { changeServiceWrite } from '../../kernel/process/calls';
import { ProcessPage } from '../../kernel/process/ProcessPage';
import { lazyPanes } from '../../kernel/process/panes';
import type { ProcessKind } from '../../kernel/process/processContext';
import { base, readRepair } from './calls';
import type { Repair } from './types';

/** A repair as the process page sees it: the calls that belong to the whole request. */
const repairKind: ProcessKind<Repair> = {
  kind: 'repair',
  words: { moved: (status) => `repair.moved.${status}`, deleted: 'repair.deleted' },
  list: 'active-repairs',
  read: readRepair,
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
};

const panes = lazyPanes({
  DETAILS: () => import('./DetailsPane'),
  SHIPPING_DETAILS: () => import('./ShippingDetailsPane'),
  WAITING_FOR_PICK_UP: () => import('./CourierPanes').then(({ PickUpPane }) => ({ default: PickUpPane })),
  IN_TRANSIT: () => import('./InTransitPane'),
  WAITING_DIAGNOSTICS: () => import('./WaitingDiagnosticsPane'),
  DIAGNOSTICS: () => import('./DiagnosticsPane'),
  REPAIR_APPROVAL: () => import('./RepairApprovalPane'),
  REPAIR: () => import('./RepairPane'),
  TRANSIT_BACK: () => import('./CourierPanes').then(({ TransitBackPane }) => ({ default: TransitBackPane })),
  COMPLETED: () => import('./CompletedPane'),
});

/** The repair process: route process-repair/:id. */
export default function RepairPage() {
  return <ProcessPage kind={repairKind} panes={panes} />;
}
