import { comment, type RequestEndpoint, type RequestEndpoints } from './requestEndpoints';
import type { components } from './schema';

type Schemas = components['schemas'];

/** Saved session of remote support. */
export type SupportSession = Schemas['SessionAnswer'];

/** Pre-call check. */
export type Check = Schemas['CheckAnswer'];

export type RemoteSupport = Schemas['SupportAnswer'] & {
  /** Time of the response for the edit window's countdown: performance.now() in ms. */
  readAt: number;
};

const base = '/api/v1/support';

const actions = {
  move: { method: 'PUT', path: `${base}/update-status`, idParam: 'remoteSupportId', dataIn: 'query' },
  changeService: { method: 'PUT', path: `${base}/change/service`, idParam: 'requestId', dataIn: 'query' },
  commentRequest: comment(`${base}/save/request/approval/comment`),
  decide: { path: `${base}/update/initial-approval`, idParam: 'remoteSupportId', dataIn: 'query' },
  checkPoint: { method: 'PUT', path: `${base}/check`, idParam: 'requestId', dataIn: 'query' },
  saveSession: { path: `${base}/process/service-review-session`, idParam: 'requestId' },
  deleteSession: { method: 'DELETE', path: `${base}/delete/service-review-session`, dataIn: 'query' },
} as const satisfies Record<string, RequestEndpoint>;

export type RemoteSupportAction = keyof typeof actions;

/** Endpoints of remote support requests. */
export const remoteSupport: RequestEndpoints = {
  read: {
    path: `${base}/fetch/by/id`,
    idParam: 'id',
    normalize: (record) => ({ ...record, readAt: performance.now() }),
  },
  create: { method: 'PUT', path: `${base}/save` },
  actions,
};
