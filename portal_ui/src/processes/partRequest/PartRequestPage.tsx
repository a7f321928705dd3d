import { lazy } from 'react';
import { changeServiceWrite } from '../../kernel/process/calls';
import { ProcessPage } from '../../kernel/process/ProcessPage';
import type { ProcessKind } from '../../kernel/process/processContext';
import { base, readPartRequest } from './calls';
import type { PartRequest } from './types';

/** A part request as the process page sees it: tab key to pane, and the calls that belong to the whole request. */
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
  panes: {
    DETAILS: lazy(() => import('./DetailsPane')),
    SHIPPING_DETAILS: lazy(() => import('./PartShippingPane')),
    TRANSPORT_ARRANGEMENT: lazy(() => import('./TransportPane')),
    WAITING_CONFIRMATION: lazy(() => import('./ConfirmationPane')),
  },
};

/** The part request process: route process-part-request/:id. */
export default function PartRequestPage() {
  return <ProcessPage kind={partRequestKind} />;
}
