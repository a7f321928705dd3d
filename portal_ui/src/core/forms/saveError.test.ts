import { describe, expect, it, vi } from 'vitest';
import { UnreadableResponseError } from '../../api/errors';
import { ApiError, NetworkError } from '../../api/http';
import { OutdatedPageError } from '../ui/chunkErrors';
import { isRetryable, toSaveError } from './saveError';

describe('toSaveError', () => {
  it('keeps that the browser was offline', () => {
    vi.stubGlobal('navigator', { onLine: false });
    const problem = toSaveError(new NetworkError());
    vi.unstubAllGlobals();
    expect(problem).toEqual({ kind: 'offline', isDisconnected: true });
  });

  it('maps a missing response to `offline`', () => {
    expect(toSaveError(new NetworkError())).toEqual({ kind: 'offline' });
  });

  it('maps a server error to `server`, with the request ID of the log', () => {
    const error = new ApiError(500, { code: 'SERVER_ERROR', message: 'x', requestId: 'abc' });
    expect(toSaveError(error)).toEqual({ kind: 'server', requestId: 'abc', key: 'saving.problem.server' });
    expect(toSaveError(new ApiError(503))).toMatchObject({ kind: 'server', key: 'errors.unavailable' });
    expect(toSaveError(new ApiError(504))).toMatchObject({ kind: 'server', key: 'saving.problem.server' });
  });

  it.each([
    [401, 'errors.forbidden'],
    [403, 'errors.forbidden'],
    [404, 'errors.notFound'],
    [405, 'errors.method'],
    [413, 'errors.tooLarge'],
    [429, 'errors.tooMany'],
    [418, 'errors.refused'],
  ])('uses the message of status %i if the response has none, as from a proxy', (status, key) => {
    expect(toSaveError(new ApiError(status))).toEqual({ kind: 'refused', message: '', details: [], key });
  });

  it('maps a version conflict to `stale`', () => {
    const current = {
      status: { key: 'X', value: 'X' },
      version: 9,
      changedBy: 'Ann',
      changedAt: '2026-11-20T21:12:00Z',
    };
    const error = new ApiError(409, { code: 'STALE', message: 'Changed.', current });
    expect(toSaveError(error)).toEqual({ kind: 'stale', current, message: 'Changed.' });
  });

  it('only counts errors if fields show all of them', () => {
    const error = new ApiError(400, { code: 'VALIDATION', message: 'Invalid.' });
    expect(toSaveError(error, { fieldErrors: { a: 'x', b: 'y' }, formErrors: [] })).toEqual({
      kind: 'fields',
      count: 2,
    });
    expect(toSaveError(error, { fieldErrors: { a: 'x' }, formErrors: ['z'] })).toEqual({
      kind: 'refused',
      message: 'Invalid.',
      details: ['z'],
    });
  });

  it('is retryable if something else than the portal responded, such as a captive portal', () => {
    const problem = toSaveError(new UnreadableResponseError());
    expect(problem).toEqual({ kind: 'server', requestId: null, key: 'errors.unreadable' });
    expect(isRetryable(problem)).toBe(true);
  });

  it('logs and shows errors of the user interface', () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const fault = new TypeError('x is not a function');
    expect(toSaveError(fault)).toEqual({ kind: 'refused', message: '', details: [], key: 'errors.browser' });
    expect(logged).toHaveBeenCalledWith(fault);
    expect(toSaveError(new OutdatedPageError())).toMatchObject({ kind: 'refused', key: 'errors.outdated' });
    logged.mockRestore();
  });

  it('returns null for an aborted request', () => {
    expect(toSaveError(new DOMException('', 'AbortError'))).toBeNull();
  });

  it('returns null for an expired session, as the login page reports it', () => {
    expect(toSaveError(new ApiError(401, { code: 'TOKEN_EXPIRED' }))).toBeNull();
  });
});
