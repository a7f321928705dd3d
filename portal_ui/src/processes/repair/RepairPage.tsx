import { changeServiceWrite } from '../../kernel/process/calls';
import { ProcessPage } from '../../kernel/process/ProcessPage';
import { lazyPanes, type ProcessKind } from '../../kernel/process/processContext';
import { prefetchRecord } from '../../kernel/process/useRecord';
import { base, readRepair } from './calls';
import type { Repair } from './types';

const transit = () => import('./transitPanes');

export const panes = lazyPanes({
  DETAILS: () => import('./DetailsPane'),
  SHIPPING_DETAILS: () => import('./ShippingDetailsPane'),
  WAITING_FOR_PICK_UP: () => transit().then(({ PickUpPane }) => ({ default: PickUpPane })),
  IN_TRANSIT: () => transit().then(({ InTransitPane }) => ({ default: InTransitPane })),
  WAITING_DIAGNOSTICS: () => transit().then(({ WaitingDiagnosticsPane }) => ({ default: WaitingDiagnosticsPane })),
  DIAGNOSTICS: () => import('./DiagnosticsPane'),
  REPAIR_APPROVAL: () => import('./RepairApprovalPane'),
  REPAIR: () => import('./RepairPane'),
  TRANSIT_BACK: () => transit().then(({ TransitBackPane }) => ({ default: TransitBackPane })),
  COMPLETED: () => import('./CompletedPane'),
});

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
  panes,
};

export const prefetch = prefetchRecord(repairKind);

/** The repair process: route process-repair/:id. */
export default function RepairPage() {
  return <ProcessPage kind={repairKind} />;
}
