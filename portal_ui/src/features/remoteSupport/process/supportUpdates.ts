import type { RemoteSupport, RemoteSupportAction } from '../../../api/remoteSupport';
import type { RequestUpdate } from '../../../api/requests';
import { commentUpdate } from '../../../core/process/requestUpdates';
import type { DecisionSource } from '../../../core/process/useDecisions';
import { type SessionFields, sessionBodyOf } from './sessionForm';

/** An update of a remote support request. */
export const supportUpdate = (action: RemoteSupportAction, data: object): RequestUpdate => ({ action, data });

/** The step whose comment a remote support request keeps. */
export const COMMENTED = 'INITIAL';

export const commentOn = (record: RemoteSupport) =>
  commentUpdate<RemoteSupportAction>('commentRequest', record.id, COMMENTED);

/** The approval of the whole request: there are no items, so the request itself is the one row. */
export const initialDecision: DecisionSource<RemoteSupport> = {
  write: (_, decisions) => supportUpdate('decide', { status: decisions.at(-1)?.status }),
  show: (record, decisions) => {
    const initialApproval = decisions.at(-1)?.status;
    return initialApproval ? { ...record, initialApproval } : record;
  },
  approvalOf: (record) => record.initialApproval,
};

export const sessionUpdate = (id: number, fields: SessionFields, idempotencyKey: string): RequestUpdate => ({
  ...supportUpdate('saveSession', { id, ...sessionBodyOf(fields) }),
  idempotencyKey,
});

export const sessionRemoval = (id: number): RequestUpdate => supportUpdate('deleteSession', { id });
