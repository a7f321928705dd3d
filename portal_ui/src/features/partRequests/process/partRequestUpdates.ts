import type { PartRequest, PartRequestAction, RequestedPart } from '../../../api/partRequests';
import type { RequestUpdate } from '../../../api/requests';
import { commentUpdate } from '../../../core/process/requestUpdates';
import { rowDecisions } from '../../../core/process/useDecisions';

/** An update of a part request. */
export const partRequestUpdate = (action: PartRequestAction, data: object): RequestUpdate => ({ action, data });

/** The step whose comments a part request keeps. */
export const COMMENTED = 'INITIAL';

/** Writes the comment on the request, or on one of its items. */
export const commentOn = (owner: 'request' | 'item', ownerId: number) =>
  commentUpdate<PartRequestAction>(owner === 'request' ? 'commentRequest' : 'commentItem', ownerId, COMMENTED);

export const itemDecisions = rowDecisions<PartRequest, RequestedPart>({
  rows: (record) => record.requestedParts,
  withRows: (record, requestedParts) => ({ ...record, requestedParts }),
  approvalOf: (item) => item.initialApproval,
  withApproval: (item, initialApproval) => ({ ...item, initialApproval }),
  nameOf: ({ partName }) => partName,
  write: (_, decisions) =>
    partRequestUpdate(
      'decideItems',
      decisions.map(({ id, status }) => ({ id, initialApproval: status })),
    ),
});
