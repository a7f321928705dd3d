import type { fetchUtils } from 'ra-core';
import simpleRestProvider from 'ra-data-simple-rest';
import { readText, send } from './http';

/** ra-data-simple-rest as it is, over the portal's own http. */
export const dataProvider = simpleRestProvider('/api/rest', async (url: string, options: fetchUtils.Options = {}) => {
  const headers = Object.fromEntries(new Headers(options.headers ?? {}));
  if (options.body) headers['Content-Type'] = 'application/json';
  const response = await send(url, {
    method: options.method ?? 'GET',
    headers,
    body: options.body ?? null,
    signal: options.signal ?? null,
  });
  const body = await readText(response);
  return { status: response.status, headers: response.headers, body, json: body === '' ? null : JSON.parse(body) };
});

dataProvider.supportAbortSignal = true;
