import type { Method } from './http';

/** Where something is written, and how the contract takes it. */
export interface RequestEndpoint {
  /** POST unless given. */
  method?: Method;
  path: string;
  /** The query parameter with the request's id; absent where the data name what is written. */
  idParam?: string;
  /** Data are the body unless given. */
  dataIn?: 'body' | 'query';
}

/** The contract's calls for one request type, by what react-admin's data provider is asked for. */
export interface RequestEndpoints {
  read: {
    path: string;
    idParam: string;
    /** Adds what the interface derives from an answer. */
    normalize?: (record: object) => object;
  };
  create: RequestEndpoint;
  /** Updates, by the action in `meta`. */
  actions: Readonly<Record<string, RequestEndpoint>>;
  /** Absent where requests of this type are never deleted. */
  delete?: RequestEndpoint;
}

/** Gives a request to another service. */
export const changeService: RequestEndpoint = {
  method: 'PUT',
  path: '/api/v1/requests/change/service',
  idParam: 'requestId',
  dataIn: 'query',
};

/** Comments name the request, unit or item that they belong to. */
export const comment = (path: string): RequestEndpoint => ({ method: 'PUT', path });
