import { getCurrentLanguage, type Language } from '../core/i18n/language';
import { ApiError, NetworkError, parseBody, toApiError } from './errors';
import { clearSession, readSession } from './session';

export { ApiError, NetworkError } from './errors';

type Scalar = string | number | boolean | null | undefined;
export type Query = Record<string, Scalar | readonly Scalar[]>;

export type CallOptions = {
  query?: Query;
  body?: unknown;
  /** Idempotency key: a retry with the same key returns the first result. */
  idempotencyKey?: string;
  /** Language of the response; the page's by default. */
  language?: Language;
  signal?: AbortSignal;
};

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Translation key of the reason for the session end, null while it lasts. */
let ended: string | null = null;

/** End the session. The login page shows the first reason given since the last login. */
export function markSessionExpired(reason = 'errors.sessionExpired'): void {
  ended ??= reason;
  clearSession();
}

/** Return the translation key from `markSessionExpired`, until the next login. */
export function getSessionEndReason(): string | null {
  return ended;
}

export function hasSessionExpired(): boolean {
  return ended !== null;
}

export function clearSessionExpiry(): void {
  ended = null;
}

/** Current token renewal; `isRejected` once a call with the old token got a 401. */
let renewal: { isRejected: boolean } | null = null;

/** Run a token renewal. A 401 for the old token ends the session only if none replaces it. */
export async function renewSession<T>(work: () => Promise<T>): Promise<T> {
  const before = readSession().session?.token;
  const current = { isRejected: false };
  renewal = current;
  try {
    return await work();
  } finally {
    renewal = null;
    if (current.isRejected && readSession().session?.token === before) markSessionExpired();
  }
}

/** Build a URL with a query string. Omits undefined, null and ""; arrays repeat the name. */
export function buildUrl(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? (value as readonly Scalar[]) : [value as Scalar]) {
      if (item !== undefined && item !== null && item !== '') search.append(name, String(item));
    }
  }
  const text = search.toString();
  if (!text) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${text}`;
}

export function buildAuthHeaders(): Record<string, string> {
  const { session } = readSession();
  return { Lang: getCurrentLanguage(), ...(session && { Authorization: session.token }) };
}

/** Fetch with the session's headers. Throws ApiError or NetworkError; rethrows aborts. */
export async function send(url: string, init: RequestInit = {}): Promise<Response> {
  const before = readSession();
  if (before.broken) {
    markSessionExpired();
    throw new ApiError(401, { code: 'TOKEN_INVALID' });
  }
  let response: Response;
  try {
    response = await fetch(url, {
      ...init,
      headers: { ...buildAuthHeaders(), ...(init.headers as Record<string, string>) },
    });
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new NetworkError({ cause });
  }
  if (response.ok) return response;
  const error = await toApiError(response);
  // A 401 for an older token does not concern a session that began since.
  if (error.endsSession && readSession().session?.token === before.session?.token) {
    if (renewal) renewal.isRejected = true;
    else markSessionExpired();
  }
  throw error;
}

/** Read the body of a response; a connection lost half-way is a NetworkError. */
export async function readText(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    throw cause instanceof DOMException && cause.name === 'AbortError' ? cause : new NetworkError({ cause });
  }
}

/**
 * Call the API and return the parsed body.
 * Example: `call<Repair>('GET', '/api/v1/repairing/fetch/repair', { query: { repairId: 7 } })`.
 */
export async function call<T>(method: Method, path: string, options: CallOptions = {}): Promise<T> {
  return (await callWithHeaders<T>(method, path, options)).body;
}

/** Call the API and return body and headers. */
export async function callWithHeaders<T>(
  method: Method,
  path: string,
  options: CallOptions = {},
): Promise<{ body: T; headers: Headers }> {
  const headers: Record<string, string> = {};
  if (options.body !== undefined) headers['Content-Type'] = 'application/json';
  if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey;
  if (options.language) headers.Lang = options.language;
  const url = buildUrl(path, options.query);
  const response = await send(url, {
    method,
    headers,
    body: options.body === undefined ? null : JSON.stringify(options.body),
    signal: options.signal ?? null,
  });
  const text = await readText(response);
  return { body: parseBody<T>(text) as T, headers: response.headers };
}
