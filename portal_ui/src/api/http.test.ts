// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getErrorKey } from '../core/ui/errorMessage';
import { ApiError, NetworkError } from './errors';
import {
  buildUrl,
  call,
  clearSessionExpiry,
  getSessionEndReason,
  hasSessionExpired,
  markSessionExpired,
  renewSession,
} from './http';
import { clearSession, readSession, startSession } from './session';

const fetched = vi.fn<typeof fetch>();

function respond(status: number, body: unknown, headers: Record<string, string> = {}) {
  fetched.mockResolvedValueOnce(new Response(JSON.stringify(body), { status, headers }));
}

function getSent() {
  const [url, init] = fetched.mock.calls.at(-1) ?? [];
  return { url, init, headers: new Headers(init?.headers) };
}

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  location.hash = '#/es/active-repairs';
  startSession({ identification: 'client', token: 'the-token', permissions: ['CLIENT'] });
});

afterEach(() => {
  clearSession();
  clearSessionExpiry();
  fetched.mockReset();
});

describe('call', () => {
  it("sends the token, the address's language, a JSON body and the idempotency key", async () => {
    respond(200, { id: 7 });
    const body = [{ partId: 1 }];
    expect(await call('POST', '/api/v1/repairing/create', { body, idempotencyKey: 'k1', query: { a: 1 } })).toEqual({
      id: 7,
    });
    const { url, init, headers } = getSent();
    expect(url).toBe('/api/v1/repairing/create?a=1');
    expect(init?.body).toBe(JSON.stringify(body));
    expect(headers.get('Authorization')).toBe('the-token');
    expect(headers.get('Lang')).toBe('es');
    expect(headers.get('Content-Type')).toBe('application/json');
    expect(headers.get('Idempotency-Key')).toBe('k1');
  });

  it('throws an ApiError with the body of an error response', async () => {
    respond(409, { code: 'STALE', message: 'm', fields: { 'contact.phone': ['p'] }, current: { version: 3 } });
    const error = await call('POST', '/x').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 409, code: 'STALE', message: 'm', fields: { 'contact.phone': ['p'] } });
    expect((error as ApiError).current?.version).toBe(3);
  });

  it('throws a NetworkError without a response', async () => {
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await expect(call('GET', '/x')).rejects.toBeInstanceOf(NetworkError);
    expect(readSession().session).not.toBeNull();
  });

  it('rethrows an abort', async () => {
    const abort = new AbortController();
    abort.abort();
    fetched.mockRejectedValueOnce(abort.signal.reason);
    await expect(call('GET', '/x', { signal: abort.signal })).rejects.toBe(abort.signal.reason);
  });

  it.each(['TOKEN_EXPIRED', 'TOKEN_INVALID'])('ends the session on 401 %s', async (code) => {
    respond(401, { code });
    await expect(call('GET', '/x')).rejects.toMatchObject({ endsSession: true });
    expect(readSession().session).toBeNull();
    expect(hasSessionExpired()).toBe(true);
  });

  it('keeps the session on other error responses', async () => {
    respond(401, { code: 'BAD_CREDENTIALS' });
    await expect(call('POST', '/x')).rejects.toMatchObject({ endsSession: false });
    respond(403, { code: 'FORBIDDEN' });
    await expect(call('GET', '/x')).rejects.toMatchObject({ endsSession: false });
    expect(readSession().session).not.toBeNull();
  });

  it('keeps a session that began after the rejected request was sent', async () => {
    fetched.mockImplementationOnce(async () => {
      startSession({ identification: 'client', token: 'newer', permissions: ['CLIENT'] });
      return new Response('{"code":"TOKEN_EXPIRED"}', { status: 401 });
    });
    await expect(call('GET', '/x')).rejects.toBeInstanceOf(ApiError);
    expect(readSession().session?.token).toBe('newer');
    expect(hasSessionExpired()).toBe(false);
  });

  it('sends nothing and ends the session if the user cookie is invalid', async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the session is stored in cookies
    document.cookie = 'portal_user=broken; Path=/';
    await expect(call('GET', '/x')).rejects.toMatchObject({ endsSession: true });
    expect(fetched).not.toHaveBeenCalled();
    expect(hasSessionExpired()).toBe(true);
  });
});

describe('buildUrl', () => {
  it('repeats the name of arrays and omits empty values', () => {
    expect(buildUrl('/x', { a: ['1', '2'], b: '', c: null, d: undefined, e: false, f: 'ä b' })).toBe(
      '/x?a=1&a=2&e=false&f=%C3%A4+b',
    );
    expect(buildUrl('/x', {})).toBe('/x');
    expect(buildUrl('/x?y=1', { a: 2 })).toBe('/x?y=1&a=2');
  });
});

describe('error messages', () => {
  it.each([
    [new NetworkError(), 'errors.network'],
    [new Error('a fault of ours'), 'errors.browser'],
    [new TypeError('Failed to fetch dynamically imported module: https://portal/assets/a.js'), 'errors.network'],
    [new TypeError('error loading dynamically imported module: https://portal/assets/a.js'), 'errors.network'],
    [new TypeError('Importing a module script failed.'), 'errors.network'],
    [new ApiError(400), 'errors.badRequest'],
    [new ApiError(401, { code: 'TOKEN_EXPIRED' }), 'errors.sessionExpired'],
    [new ApiError(401), 'errors.forbidden'],
    [new ApiError(403), 'errors.forbidden'],
    [new ApiError(404), 'errors.notFound'],
    [new ApiError(405), 'errors.method'],
    [new ApiError(409), 'errors.conflict'],
    [new ApiError(413), 'errors.tooLarge'],
    [new ApiError(415), 'errors.unsupportedFile'],
    [new ApiError(429), 'errors.tooMany'],
    [new ApiError(500), 'errors.server'],
    [new ApiError(502), 'errors.server'],
    [new ApiError(503), 'errors.unavailable'],
    [new ApiError(418), 'errors.refused'],
  ])('shows %s as %s', (error, key) => {
    expect(getErrorKey(error)).toBe(key);
  });
});

describe('token renewal', () => {
  const renewed = { identification: 'client', token: 'the-new-one', permissions: ['CLIENT' as const] };
  const poll = () => {
    respond(401, { code: 'TOKEN_INVALID' });
    return expect(call('GET', '/poll')).rejects.toMatchObject({ status: 401 });
  };

  it('keeps the session when requests with the old token are rejected', async () => {
    await renewSession(async () => {
      await poll();
      expect(readSession().session).not.toBeNull();
      startSession(renewed);
    });
    expect(readSession().session?.token).toBe('the-new-one');
    expect(hasSessionExpired()).toBe(false);
  });

  it('ends the session if the renewal fails and the old token was rejected', async () => {
    await expect(renewSession(() => poll().then(() => Promise.reject(new Error('no line'))))).rejects.toThrow(
      'no line',
    );
    expect(readSession().session).toBeNull();
    expect(getSessionEndReason()).toBe('errors.sessionExpired');
  });

  it('keeps the session if the renewal fails and the old token is still valid', async () => {
    await expect(renewSession(() => Promise.reject(new Error('wrong')))).rejects.toThrow('wrong');
    expect(readSession().session?.token).toBe('the-token');
  });

  it('keeps the first reason of a session end until the next login', () => {
    markSessionExpired('users.password.signInAgain');
    markSessionExpired();
    expect(getSessionEndReason()).toBe('users.password.signInAgain');
  });
});
