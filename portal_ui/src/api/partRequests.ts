import { changeService, comment, type RequestEndpoint, type RequestEndpoints } from './requestEndpoints';
import type { components } from './schema';

type Schemas = components['schemas'];

export type PartRequest = Schemas['PartRequestAnswer'];
/** One item: a part of the catalog, or a proposed one with its pictures. */
export type RequestedPart = Schemas['ItemAnswer'];

const base = '/api/v1/parts';

const save = (path: string): RequestEndpoint => ({ path: `${base}/update/part-request/${path}`, idParam: 'id' });

const actions = {
  move: {
    method: 'PUT',
    path: `${base}/update-part-request-status`,
    idParam: 'partRequestId',
    dataIn: 'query',
  },
  changeService,
  commentRequest: comment(`${base}/save/request/approval/comment`),
  commentItem: comment(`${base}/save/item/approval/comment`),
  decideItems: save('initial-approval'),
  // Names the item, not the request.
  setItemPart: { method: 'PUT', path: `${base}/update/part-request/item-part`, dataIn: 'query' },
  saveShipping: save('one-way-shipping'),
  saveTransport: save('transport-arrangement'),
  savePacking: save('packing'),
} as const satisfies Record<string, RequestEndpoint>;

export type PartRequestAction = keyof typeof actions;

/** Part requests, as resource of the data provider; a creation may add items to an open one. */
export const partRequests: RequestEndpoints = {
  read: { path: `${base}/fetch/part-request`, idParam: 'id' },
  create: { path: `${base}/new-part-request-items` },
  actions,
  delete: { method: 'DELETE', path: `${base}/delete/shipping-details`, idParam: 'id' },
};
