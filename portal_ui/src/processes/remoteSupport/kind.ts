import { lazy } from 'react';
import { commentWrite } from '../../kernel/process/calls';
import type { ProcessKind, WriteCall } from '../../kernel/process/processContext';
import type { DecisionSource } from '../../kernel/process/useDecisions';
import { call } from '../../server/http';
import { type SessionFields, sessionBodyOf } from './sessions';
import type { RemoteSupport } from './types';

const base = '/api/v1/support';

/** A remote support request as the process page sees it: tab key to pane, and the calls of the whole request. */
export const remoteSupportKind: ProcessKind<RemoteSupport> = {
  kind: 'remoteSupport',
  words: { moved: (status) => `remoteSupport.moved.${status}` },
  list: 'remote-support/list',
  read: async (id, signal) => {
    const answer = await call<Omit<RemoteSupport, 'readAt'>>('GET', `${base}/fetch/by/id`, {
      query: { id },
      ...(signal ? { signal } : {}),
    });
    return { ...answer, readAt: performance.now() };
  },
  move: (record, status) => ({
    method: 'PUT',
    path: `${base}/update-status`,
    query: { remoteSupportId: record.id, status, expectedStatus: record.status.key },
  }),
  changeService: (record, serviceId) => ({
    method: 'PUT',
    path: `${base}/change/service`,
    query: { requestId: record.id, serviceId },
  }),
  history: {
    resource: 'remote-support-history',
    filter: (record) => ({ id: record.id }),
  },
  panes: {
    DETAILS: lazy(() => import('./DetailsPane')),
    SERVICE_REVIEW: lazy(() => import('./ServiceReviewPane')),
    WAITING_COMPLETION: lazy(() => import('./CompletionPane')),
  },
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
