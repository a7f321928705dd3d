import { comment, type RequestEndpoint, type RequestEndpoints } from './requestEndpoints';

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

/** Remote support requests, as resource of the data provider. */
export const remoteSupport: RequestEndpoints = {
  read: {
    path: `${base}/fetch/by/id`,
    idParam: 'id',
    // The countdown of the edit window runs from here, on the browser's monotonic clock.
    normalize: (record) => ({ ...record, readAt: performance.now() }),
  },
  create: { method: 'PUT', path: `${base}/save` },
  actions,
};
