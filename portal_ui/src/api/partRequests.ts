import { changeService, comment, type RequestEndpoint, type RequestEndpoints } from './requestEndpoints';
import type { components } from './schema';

type Schemas = components['schemas'];

export type PartRequest = Schemas['PartRequestAnswer'];
/** Item of a request: a part of the catalog, or a suggested part with images. */
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
  // The data contain the id of the item instead of the request.
  setItemPart: { method: 'PUT', path: `${base}/update/part-request/item-part`, dataIn: 'query' },
  saveShipping: save('one-way-shipping'),
  saveTransport: save('transport-arrangement'),
  savePacking: save('packing'),
} as const satisfies Record<string, RequestEndpoint>;

export type PartRequestAction = keyof typeof actions;

/** Endpoints of part requests; a creation may add items to an active request. */
export const partRequests: RequestEndpoints = {
  read: { path: `${base}/fetch/part-request`, idParam: 'id' },
  create: { path: `${base}/new-part-request-items` },
  actions,
  delete: { method: 'DELETE', path: `${base}/delete/shipping-details`, idParam: 'id' },
};
