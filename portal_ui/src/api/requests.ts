import type { CreateParams, DeleteParams, GetOneParams, Identifier, RaRecord, UpdateParams } from 'ra-core';
import type { Language } from '../core/i18n/language';
import { call, type Query } from './http';
import { partRequests } from './partRequests';
import { remoteSupport } from './remoteSupport';
import { repairs } from './repairs';
import type { RequestEndpoint, RequestEndpoints } from './requestEndpoints';
import type { components } from './schema';

type Schemas = components['schemas'];

export type ProcessStep = Schemas['StepAnswer'];
export type ProcessAction = Schemas['ActionAnswer'];
/** Tabs and actions that the server currently allows; the client has no own rules. */
export type ProcessInfo = Schemas['ProcessAnswer'];
/** Comment on a request or one of its items, one per owner and step. */
export type ApprovalComment = Schemas['CommentAnswer'];
/** Fields that all request types share. */
export type ProcessRecord = Pick<
  Schemas['RepairAnswer'],
  keyof Schemas['RepairAnswer'] & keyof Schemas['PartRequestAnswer'] & keyof Schemas['SupportAnswer']
>;
/** Response to a save or a transition; saving a session adds its fields. */
export type SaveResponse = Partial<Schemas['TransitionResult'] & Schemas['SessionSaved']>;

const requests: Record<string, RequestEndpoints> = { repairs, partRequests, remoteSupport };

/** Resources whose records are service requests. */
export type RequestResource = 'repairs' | 'partRequests' | 'remoteSupport';

/** Update of a request: action and data. The page adds id, version and language. */
export interface RequestUpdate {
  action: string;
  data?: object;
  /** Idempotency key, for actions that create a record. */
  idempotencyKey?: string;
}

/** Keys of react-admin's `meta` for reading and writing a request. */
export type RequestMeta = {
  language?: Language;
  action?: string;
  version?: number | undefined;
  idempotencyKey?: string | undefined;
  /** Query of a creation, e.g. the request that it follows up or adds items to. */
  query?: Query;
};

export const isRequestResource = (resource: unknown): resource is RequestResource =>
  typeof resource === 'string' && Object.hasOwn(requests, resource);

const getEndpoints = (resource: string): RequestEndpoints => {
  const endpoints = requests[resource];
  if (!endpoints) throw new Error(`unknown request resource: ${resource}`);
  return endpoints;
};

type WriteParams = { id?: Identifier | undefined; data?: object | undefined; meta: RequestMeta };

/** Send data to an endpoint and return the response body. */
async function write(endpoint: RequestEndpoint, { id, data, meta }: WriteParams): Promise<object> {
  const { method = 'POST', path, idParam, dataIn = 'body' } = endpoint;
  const { version, query, idempotencyKey } = meta;
  const response = await call<object | true | null>(method, path, {
    query: { ...(idParam && { [idParam]: id as Query[string] }), ...(dataIn === 'query' && data), version, ...query },
    ...(dataIn === 'body' && data && { body: data }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });
  return typeof response === 'object' && response !== null ? response : {};
}

/** Data provider methods of requests. Responses of writes are not whole records. */
export const requestProvider = {
  async getOne<R extends RaRecord>(resource: string, { id, meta, signal }: GetOneParams<R>): Promise<{ data: R }> {
    const { path, idParam, normalize } = getEndpoints(resource).read;
    const language = (meta as RequestMeta | undefined)?.language;
    const record = await call<object>('GET', path, {
      query: { [idParam]: id },
      ...(language && { language }),
      ...(signal && { signal }),
    });
    return { data: (normalize?.(record) ?? record) as R };
  },

  async update<R extends RaRecord>(resource: string, { id, data, meta }: UpdateParams<R>): Promise<{ data: R }> {
    const { action = '' } = meta as RequestMeta;
    const endpoint = getEndpoints(resource).actions[action];
    if (!endpoint) throw new Error(`${resource}: unknown action ${action}`);
    return { data: { ...(await write(endpoint, { id, data, meta })), id } as unknown as R };
  },

  async create<R extends RaRecord>(resource: string, { data, meta = {} }: CreateParams): Promise<{ data: R }> {
    return { data: (await write(getEndpoints(resource).create, { data, meta })) as R };
  },

  async delete<R extends RaRecord>(resource: string, { id, meta = {} }: DeleteParams<R>): Promise<{ data: R }> {
    const endpoint = getEndpoints(resource).delete;
    if (!endpoint) throw new Error(`${resource} cannot be deleted`);
    return { data: { ...(await write(endpoint, { id, meta })), id } as unknown as R };
  },
};
