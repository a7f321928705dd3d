import type { Method } from './http';

/** Endpoint of a write, and how it receives id and data. */
export interface RequestEndpoint {
  /** Default: POST. */
  method?: Method;
  path: string;
  /** Query parameter of the request's id; absent if the data contain the id. */
  idParam?: string;
  /** Default: body. */
  dataIn?: 'body' | 'query';
}

/** Endpoints of one request type, by method of the data provider. */
export interface RequestEndpoints {
  read: {
    path: string;
    idParam: string;
    /** Add derived fields to a response. */
    normalize?: (record: object) => object;
  };
  create: RequestEndpoint;
  /** Updates, by the action in `meta`. */
  actions: Readonly<Record<string, RequestEndpoint>>;
  /** Absent if requests of this type cannot be deleted. */
  delete?: RequestEndpoint;
}

/** Endpoint that assigns a request to another service. */
export const changeService: RequestEndpoint = {
  method: 'PUT',
  path: '/api/v1/requests/change/service',
  idParam: 'requestId',
  dataIn: 'query',
};

/** Return the endpoint of a comment. Its data contain the id of request, unit or item. */
export const comment = (path: string): RequestEndpoint => ({ method: 'PUT', path });
