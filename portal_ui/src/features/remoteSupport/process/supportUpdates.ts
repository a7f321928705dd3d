import type { RemoteSupport, RemoteSupportAction } from '../../../api/remoteSupport';
import type { RequestUpdate } from '../../../api/requests';
import { buildCommentUpdate } from '../../../core/process/requestUpdates';
import type { DecisionSource } from '../../../core/process/useDecisions';
import { type SessionFields, toSessionBody } from './sessionForm';

/** Build an update of a remote support request. */
export const buildSupportUpdate = (action: RemoteSupportAction, data: object): RequestUpdate => ({ action, data });

/** Step of the comments on remote support requests. */
export const SUPPORT_COMMENT_STEP = 'INITIAL';

export const buildSupportComment = (record: RemoteSupport) =>
  buildCommentUpdate<RemoteSupportAction>('commentRequest', record.id, SUPPORT_COMMENT_STEP);

/** Decision on the request as a whole, as it has no items. */
export const supportDecision: DecisionSource<RemoteSupport> = {
  write: (_, decisions) => buildSupportUpdate('decide', { status: decisions.at(-1)?.status }),
  applyDecisions: (record, decisions) => {
    const initialApproval = decisions.at(-1)?.status;
    return initialApproval ? { ...record, initialApproval } : record;
  },
  getApproval: (record) => record.initialApproval,
};

export const buildSessionUpdate = (id: number, fields: SessionFields, idempotencyKey: string): RequestUpdate => ({
  ...buildSupportUpdate('saveSession', { id, ...toSessionBody(fields) }),
  idempotencyKey,
});

export const buildSessionRemoval = (id: number): RequestUpdate => buildSupportUpdate('deleteSession', { id });
