import type { PartRequest, PartRequestAction, RequestedPart } from '../../../api/partRequests';
import type { RequestUpdate } from '../../../api/requests';
import { buildCommentUpdate } from '../../../core/process/requestUpdates';
import { createRowDecisions } from '../../../core/process/useDecisions';

/** Build an update of a part request. */
export const buildPartRequestUpdate = (action: PartRequestAction, data: object): RequestUpdate => ({ action, data });

/** Step of the comments on part requests. */
export const PART_REQUEST_COMMENT_STEP = 'INITIAL';

/** Build the update for a comment on the request or an item. */
export const buildPartRequestComment = (owner: 'request' | 'item', ownerId: number) =>
  buildCommentUpdate<PartRequestAction>(
    owner === 'request' ? 'commentRequest' : 'commentItem',
    ownerId,
    PART_REQUEST_COMMENT_STEP,
  );

export const itemDecisions = createRowDecisions<PartRequest, RequestedPart>({
  getRows: (record) => record.requestedParts,
  withRows: (record, requestedParts) => ({ ...record, requestedParts }),
  getRowApproval: (item) => item.initialApproval,
  withApproval: (item, initialApproval) => ({ ...item, initialApproval }),
  getRowName: ({ partName }) => partName,
  write: (_, decisions) =>
    buildPartRequestUpdate(
      'decideItems',
      decisions.map(({ id, status }) => ({ id, initialApproval: status })),
    ),
});
