import { commentWrite } from '../../kernel/process/calls';
import type { WriteCall } from '../../kernel/process/processContext';
import type { DecisionSource } from '../../kernel/process/useDecisions';
import { call } from '../../server/http';
import { type SessionFields, sessionBodyOf } from './sessions';
import type { RemoteSupport } from './types';

/** What the addresses of its calls begin with. */
export const base = '/api/v1/support';

/** A remote support request, and when it was read. */
export const readRemoteSupport = async (id: number, signal?: AbortSignal): Promise<RemoteSupport> => {
  const answer = await call<Omit<RemoteSupport, 'readAt'>>('GET', `${base}/fetch/by/id`, {
    query: { id },
    ...(signal ? { signal } : {}),
  });
  return { ...answer, readAt: performance.now() };
};

/** The step whose comment a remote support request keeps. */
export const COMMENTED = 'INITIAL';

export const commentOn = (record: RemoteSupport) =>
  commentWrite(`${base}/save/request/approval/comment`, record.id, COMMENTED);

/** The approval of the whole request: there are no items, so the request itself is the one row. */
export const initialDecision: DecisionSource<RemoteSupport> = {
  write: (record, decisions) => ({
    path: `${base}/update/initial-approval`,
    query: { remoteSupportId: record.id, status: decisions.at(-1)?.status },
  }),
  show: (record, decisions) => {
    const initialApproval = decisions.at(-1)?.status;
    return initialApproval ? { ...record, initialApproval } : record;
  },
  approvalOf: (record) => record.initialApproval,
};

export const sessionWrite = (
  record: RemoteSupport,
  id: number,
  fields: SessionFields,
  idempotencyKey: string,
): WriteCall => ({
  path: `${base}/process/service-review-session`,
  query: { requestId: record.id },
  body: { id, ...sessionBodyOf(fields) },
  idempotencyKey,
});

export const sessionRemoval = (id: number): WriteCall => ({
  method: 'DELETE',
  path: `${base}/delete/service-review-session`,
  query: { id },
});
