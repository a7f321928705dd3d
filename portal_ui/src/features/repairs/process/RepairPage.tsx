import type { Repair } from '../../../api/repairs';
import { ProcessPage, prefetchRecord } from '../../../core/process/ProcessPage';
import { lazyPanes, type ProcessKind } from '../../../core/process/processContext';

const transit = () => import('./transitPanes');

export const panes = lazyPanes({
  DETAILS: () => import('./RepairDetailsPane'),
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

/** A repair as the process page sees it. */
const repairKind: ProcessKind<Repair> = {
  kind: 'repair',
  resource: 'repairs',
  words: { moved: (status) => `repair.moved.${status}`, deleted: 'repair.deleted' },
  list: 'active-repairs',
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
