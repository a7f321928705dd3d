import { lazy } from 'react';
import { changeServiceWrite, commentWrite } from '../../kernel/process/calls';
import { decisionSource } from '../../kernel/process/decisionSource';
import type { ProcessKind, WriteCall } from '../../kernel/process/processContext';
import { call } from '../../server/http';
import type { PartRequest, RequestedPart } from './types';

const base = '/api/v1/parts';

/** A part request as the process page sees it: tab key to pane, and the calls that belong to the whole request. */
export const partRequestKind: ProcessKind<PartRequest> = {
  kind: 'partRequest',
  words: { moved: (status) => `partRequest.moved.${status}`, deleted: 'partRequest.deleted' },
  list: 'part-request/list',
  read: (id, signal) =>
    call<PartRequest>('GET', `${base}/fetch/part-request`, { query: { id }, ...(signal ? { signal } : {}) }),
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

/** A save of a part request: `write(record, 'one-way-shipping', body)`. */
export const write = (record: PartRequest, path: string, body: unknown): WriteCall => ({
  path: `${base}/update/part-request/${path}`,
  query: { id: record.id },
  body,
});

/** Makes a part of the catalogue what a proposed item stands for. */
export const itemPartWrite = (itemId: number, partId: number): WriteCall => ({
  method: 'PUT',
  path: `${base}/update/part-request/item-part`,
  query: { itemId, partId },
});

/** The step whose comments a part request keeps. */
export const COMMENTED = 'INITIAL';

/** Writes the comment on the request, or on one of its items. */
export const commentOn = (owner: 'request' | 'item', ownerId: number) =>
  commentWrite(`${base}/save/${owner}/approval/comment`, ownerId, COMMENTED);

export const itemDecisions = decisionSource<PartRequest, RequestedPart>({
  rows: (record) => record.requestedParts,
  withRows: (record, requestedParts) => ({ ...record, requestedParts }),
  approvalOf: (item) => item.initialApproval,
  withApproval: (item, initialApproval) => ({ ...item, initialApproval }),
  write: (record, decisions) =>
    write(
      record,
      'initial-approval',
      decisions.map(({ id, status }) => ({ id, initialApproval: status })),
    ),
});
