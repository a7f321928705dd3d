import type { fetchUtils } from 'ra-core';
import simpleRestProvider from 'ra-data-simple-rest';
import { ApiError, parseBody } from './errors';
import { readText, send } from './http';
import { newIdempotencyKey } from './idempotencyKey';
import { keepSessionOnPasswordChange } from './passwordChange';
import { isRequestResource, requestProvider } from './requests';

/** Creation without a response. A retry reuses its idempotency key, to avoid duplicates. */
let pendingCreation: { content: string; key: string } | null = null;

async function createOnce<T>(content: string, write: (key: string) => Promise<T>): Promise<T> {
  const key = pendingCreation?.content === content ? pendingCreation.key : newIdempotencyKey();
  try {
    const response = await write(key);
    pendingCreation = null;
    return response;
  } catch (error) {
    const isRejected = error instanceof ApiError && error.status < 500;
    pendingCreation = isRejected ? null : { content, key };
    throw error;
  }
}

async function fetchResponse(url: string, init: RequestInit) {
  const response = await send(url, init);
  const body = await readText(response);
  return { status: response.status, headers: response.headers, body, json: parseBody(body) };
}

/** REST data provider that sends its requests through the portal's HTTP client. */
const provider = simpleRestProvider('/api/rest', async (url: string, options: fetchUtils.Options = {}) => {
  const headers = Object.fromEntries(new Headers(options.headers ?? {}));
  if (options.body) headers['Content-Type'] = 'application/json';
  const { method = 'GET', body = null, signal = null } = options;
  if (method !== 'POST') return fetchResponse(url, { method, headers, body, signal });
  return createOnce(`${url} ${String(body)}`, (key) =>
    fetchResponse(url, { method, headers: { ...headers, 'Idempotency-Key': key }, body, signal }),
  );
});

/** Return the provider of a resource: endpoints per request type, or generic REST. */
const getProvider = (resource: string): Pick<typeof provider, keyof typeof requestProvider> =>
  isRequestResource(resource) ? requestProvider : provider;

export const dataProvider: typeof provider = {
  ...provider,
  supportAbortSignal: true,
  getOne: (resource, params) => getProvider(resource).getOne(resource, params),
  create: (resource, params) => getProvider(resource).create(resource, params),
  delete: (resource, params) => getProvider(resource).delete(resource, params),
  update: (resource, params) => {
    const save = () => getProvider(resource).update(resource, params);
    const password: unknown = params.data.password;
    if (resource !== 'profile' || typeof password !== 'string' || password === '') return save();
    return keepSessionOnPasswordChange(save, ({ data }) => String(data.username), password);
  },
};
