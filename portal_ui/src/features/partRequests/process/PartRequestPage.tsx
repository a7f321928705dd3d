import type { PartRequest } from '../../../api/partRequests';
import { ProcessPage, prefetchRecord } from '../../../core/process/ProcessPage';
import { createLazyPanes, type ProcessDefinition } from '../../../core/process/processContext';

const loadShippingPanes = () => import('./partRequestShippingPanes');

export const panes = createLazyPanes({
  DETAILS: () => import('./PartRequestDetailsPane'),
  SHIPPING_DETAILS: () => loadShippingPanes().then(({ PartShippingPane }) => ({ default: PartShippingPane })),
  TRANSPORT_ARRANGEMENT: () => loadShippingPanes().then(({ TransportPane }) => ({ default: TransportPane })),
  WAITING_CONFIRMATION: () => loadShippingPanes().then(({ ConfirmationPane }) => ({ default: ConfirmationPane })),
});

/** Process definition of part requests. */
const partRequestProcess: ProcessDefinition<PartRequest> = {
  kind: 'partRequest',
  resource: 'partRequests',
  messages: { moved: (status) => `partRequest.moved.${status}`, deleted: 'partRequest.deleted' },
  list: 'part-request/list',
  history: {
    resource: 'part-request-history',
    filter: (record) => ({ id: record.id }),
    exported: (record) => ({ partRequestId: record.id }),
  },
  panes,
};

export const prefetch = prefetchRecord(partRequestProcess);

/** Page of a part request: route process-part-request/:id. */
export default function PartRequestPage() {
  return <ProcessPage kind={partRequestProcess} />;
}
