import type { Repair } from '../../../api/repairs';
import { ProcessPage, prefetchRecord } from '../../../core/process/ProcessPage';
import { createLazyPanes, type ProcessDefinition } from '../../../core/process/processContext';

const loadTransitPanes = () => import('./transitPanes');

/** Panes by tab. */
export const panes = createLazyPanes({
  DETAILS: () => import('./RepairDetailsPane'),
  SHIPPING_DETAILS: () => import('./ShippingDetailsPane'),
  WAITING_FOR_PICK_UP: () => loadTransitPanes().then(({ PickUpPane }) => ({ default: PickUpPane })),
  IN_TRANSIT: () => loadTransitPanes().then(({ InTransitPane }) => ({ default: InTransitPane })),
  WAITING_DIAGNOSTICS: () =>
    loadTransitPanes().then(({ WaitingDiagnosticsPane }) => ({ default: WaitingDiagnosticsPane })),
  DIAGNOSTICS: () => import('./DiagnosticsPane'),
  REPAIR_APPROVAL: () => import('./RepairApprovalPane'),
  REPAIR: () => import('./RepairPane'),
  TRANSIT_BACK: () => loadTransitPanes().then(({ TransitBackPane }) => ({ default: TransitBackPane })),
  COMPLETED: () => import('./CompletedPane'),
});

/** Process definition of a repair request. */
const repairProcess: ProcessDefinition<Repair> = {
  kind: 'repair',
  resource: 'repairs',
  messages: { moved: (status) => `repair.moved.${status}`, deleted: 'repair.deleted' },
  list: 'active-repairs',
  history: {
    resource: 'repair-history',
    filter: (record) => ({ repairId: record.id }),
  },
  panes,
};

export const prefetch = prefetchRecord(repairProcess);

/** Page of a repair request: route process-repair/:id. */
export default function RepairPage() {
  return <ProcessPage kind={repairProcess} />;
}
