import { changeServiceWrite } from '../../kernel/process/calls';
import { ProcessPage } from '../../kernel/process/ProcessPage';
import { lazyPanes, type ProcessKind } from '../../kernel/process/processContext';
import { prefetchRecord } from '../../kernel/process/useRecord';
import { base, readPartRequest } from './calls';
import type { PartRequest } from './types';

const shipping = () => import('./shippingPanes');

export const panes = lazyPanes({
  DETAILS: () => import('./DetailsPane'),
  SHIPPING_DETAILS: () => shipping().then(({ PartShippingPane }) => ({ default: PartShippingPane })),
  TRANSPORT_ARRANGEMENT: () => shipping().then(({ TransportPane }) => ({ default: TransportPane })),
  WAITING_CONFIRMATION: () => shipping().then(({ ConfirmationPane }) => ({ default: ConfirmationPane })),
});

/** A part request as the process page sees it: the calls that belong to the whole request. */
const partRequestKind: ProcessKind<PartRequest> = {
  kind: 'partRequest',
  words: { moved: (status) => `partRequest.moved.${status}`, deleted: 'partRequest.deleted' },
  list: 'part-request/list',
  read: readPartRequest,
  move: (record, status) => ({
    method: 'PUT',
    path: `${base}/update-part-request-status`,
    query: { partRequestId: record.id, status, expectedStatus: record.status.key },
  }),
  remove: (record) => ({ method: 'DELETE', path: `${base}/delete/shipping-details`, query: { id: record.id } }),
  changeService: (record, serviceId) => changeServiceWrite(record.id, serviceId),
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
