// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, isNotFound, NetworkError, UnreadableResponseError } from './errors';
import { call, callWithHeaders, renewSession, send } from './http';
import { clearSession, readSession, startSession } from './session';

const fetched = vi.fn<typeof fetch>();
const respond = (body: BodyInit | null, init: ResponseInit = {}) =>
  fetched.mockResolvedValueOnce(new Response(body, init));
const getSent = () => fetched.mock.calls.at(-1)?.[1];
const getSentHeaders = () => new Headers(getSent()?.headers);

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
});

afterEach(() => {
  clearSession();
  vi.unstubAllGlobals();
  fetched.mockReset();
});

it('sends no body and no content type without data, and no token without a session', async () => {
  respond('1');
  expect(await call('GET', '/x')).toBe(1);
  expect(getSent()).toMatchObject({ method: 'GET', body: null, signal: null });
  const headers = getSentHeaders();
  expect(['Content-Type', 'Authorization', 'Idempotency-Key'].map((name) => headers.get(name))).toEqual([
    null,
    null,
    null,
  ]);
});

it.each([0, false, null])('sends %s as data', async (body) => {
  respond('1');
  await call('PUT', '/x', { body });
  expect(getSent()?.body).toBe(JSON.stringify(body));
  expect(getSentHeaders().get('Content-Type')).toBe('application/json');
});

it('asks for another language than that of the page, if a call has its own', async () => {
  location.hash = '#/en/x';
  respond('1');
  await call('GET', '/x', { language: 'es' });
  expect(getSentHeaders().get('Lang')).toBe('es');
});

it('can be canceled', async () => {
  const { signal } = new AbortController();
  respond('1');
  await call('GET', '/x', { signal });
  expect(getSent()?.signal).toBe(signal);
});

it('returns null for an empty response, and the headers with the body', async () => {
  respond('');
  expect(await call('DELETE', '/x')).toBeNull();
  respond('[1]', { headers: { 'Portal-Unread': '7' } });
  const { body, headers } = await callWithHeaders('GET', '/x');
  expect([body, headers.get('Portal-Unread')]).toEqual([[1], '7']);
});

it('reports a success without JSON, such as the login page of a network, as unreadable', async () => {
  respond('<html>Accept our terms</html>');
  await expect(call('GET', '/x')).rejects.toBeInstanceOf(UnreadableResponseError);
});

it('reports a response that is cut off as a lost connection, and an abort as an abort', async () => {
  const cutOff = (error: unknown) =>
    fetched.mockResolvedValueOnce({ ok: true, headers: new Headers(), text: () => Promise.reject(error) } as never);
  cutOff(new TypeError('terminated'));
  await expect(call('GET', '/x')).rejects.toBeInstanceOf(NetworkError);
  const canceled = new DOMException('', 'AbortError');
  cutOff(canceled);
  await expect(call('GET', '/x')).rejects.toBe(canceled);
});

it.each(['<html>Bad gateway</html>', '"text"', 'null', ''])(
  'is an error without details if its body is %s',
  async (body) => {
    respond(body, { status: 502 });
    const error = await send('/x').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 502, code: '', message: '', fields: {}, isStepClosed: false });
    expect(error).toMatchObject({ requestId: undefined, current: undefined, rows: undefined, created: undefined });
  },
);

it('has all details of an error response', async () => {
  const details = {
    code: 'STALE',
    requestId: 'r1',
    rows: [{ list: '', id: 5 }],
    isStepClosed: true,
    created: { id: 9 },
  };
  respond(JSON.stringify(details), { status: 409 });
  await expect(send('/x')).rejects.toMatchObject(details);
});

it('distinguishes a missing record from other errors', () => {
  expect([404, 403, 409, 500].map((status) => isNotFound(new ApiError(status)))).toEqual([true, false, false, false]);
  expect(isNotFound(new NetworkError())).toBe(false);
  expect(isNotFound(null)).toBe(false);
});

it('ends only a session whose token is rejected with status 401', async () => {
  startSession({ identification: 'ana', token: 't', permissions: ['CLIENT'] });
  respond('{"code": "TOKEN_EXPIRED"}', { status: 403 });
  await expect(send('/x')).rejects.toMatchObject({ endsSession: false });
  expect(readSession().session?.token).toBe('t');
});

it('ends the session again on a rejected token after a renewal', async () => {
  startSession({ identification: 'ana', token: 't', permissions: ['CLIENT'] });
  expect(await renewSession(async () => 'done')).toBe('done');
  respond('{"code": "TOKEN_INVALID"}', { status: 401 });
  await expect(send('/x')).rejects.toBeInstanceOf(ApiError);
  expect(readSession().session).toBeNull();
});
