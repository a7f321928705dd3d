import { commentWrite } from '../../kernel/process/calls';
import type { WriteCall } from '../../kernel/process/processContext';
import { rowDecisions } from '../../kernel/process/useDecisions';
import { call } from '../../server/http';
import type { PartRequest, RequestedPart } from './types';

/** What the addresses of its calls begin with. */
export const base = '/api/v1/parts';

/** A part request with its items. */
export const readPartRequest = (id: number, signal?: AbortSignal): Promise<PartRequest> =>
  call('GET', `${base}/fetch/part-request`, { query: { id }, ...(signal ? { signal } : {}) });

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

export const itemDecisions = rowDecisions<PartRequest, RequestedPart>({
  rows: (record) => record.requestedParts,
  withRows: (record, requestedParts) => ({ ...record, requestedParts }),
  approvalOf: (item) => item.initialApproval,
  withApproval: (item, initialApproval) => ({ ...item, initialApproval }),
  nameOf: ({ partName }) => partName,
  write: (record, decisions) =>
    write(
      record,
      'initial-approval',
      decisions.map(({ id, status }) => ({ id, initialApproval: status })),
    ),
});
