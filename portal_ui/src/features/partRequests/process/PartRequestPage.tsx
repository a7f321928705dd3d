import type { PartRequest } from '../../../api/partRequests';
import { ProcessPage, prefetchRecord } from '../../../core/process/ProcessPage';
import { lazyPanes, type ProcessKind } from '../../../core/process/processContext';

const shipping = () => import('./partRequestShippingPanes');

export const panes = lazyPanes({
  DETAILS: () => import('./PartRequestDetailsPane'),
  SHIPPING_DETAILS: () => shipping().then(({ PartShippingPane }) => ({ default: PartShippingPane })),
  TRANSPORT_ARRANGEMENT: () => shipping().then(({ TransportPane }) => ({ default: TransportPane })),
  WAITING_CONFIRMATION: () => shipping().then(({ ConfirmationPane }) => ({ default: ConfirmationPane })),
});

/** A part request as the process page sees it. */
const partRequestKind: ProcessKind<PartRequest> = {
  kind: 'partRequest',
  resource: 'partRequests',
  words: { moved: (status) => `partRequest.moved.${status}`, deleted: 'partRequest.deleted' },
  list: 'part-request/list',
  history: {
    resource: 'part-request-history',
    filter: (record) => ({ id: record.id }),
    exported: (record) => ({ partRequestId: record.id }),
  },
  panes,
};

export const prefetch = prefetchRecord(partRequestKind);

/** The part request process: route process-part-request/:id. */
export default function PartRequestPage() {
  return <ProcessPage kind={partRequestKind} />;
}
