import { describe, expect, it, vi } from 'vitest';
import { UnreadableResponseError } from '../../api/errors';
import { ApiError, NetworkError } from '../../api/http';
import { OutdatedPageError } from '../ui/chunkErrors';
import { isRetryable, toSaveError } from './saveError';

describe('what a failed save means', () => {
  it('is a dropped line where no answer came', () => {
    expect(toSaveError(new NetworkError())).toEqual({ kind: 'offline' });
  });

  it('is a fault of the server with the number under which it is logged', () => {
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
  ])('falls to the words of %i where the answer has none, as that of a proxy', (status, key) => {
    expect(toSaveError(new ApiError(status))).toEqual({ kind: 'refused', message: '', details: [], key });
  });

  it('is somebody else’s change', () => {
    const current = {
      status: { key: 'X', value: 'X' },
      version: 9,
      changedBy: 'Ann',
      changedAt: '2026-11-20T21:12:00Z',
    };
    const error = new ApiError(409, { code: 'STALE', message: 'Changed.', current });
    expect(toSaveError(error)).toEqual({ kind: 'stale', current, message: 'Changed.' });
  });

  it('is only counted where the fields say the rest', () => {
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

  it('may be tried again where something else than the portal answered, such as a network’s login page', () => {
    const problem = toSaveError(new UnreadableResponseError());
    expect(problem).toEqual({ kind: 'server', requestId: null, key: 'errors.unreadable' });
    expect(isRetryable(problem)).toBe(true);
  });

  it('is reported for a fault of the interface too', () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const fault = new TypeError('x is not a function');
    expect(toSaveError(fault)).toEqual({ kind: 'refused', message: '', details: [], key: 'errors.browser' });
    expect(logged).toHaveBeenCalledWith(fault);
    expect(toSaveError(new OutdatedPageError())).toMatchObject({ kind: 'refused', key: 'errors.outdated' });
    logged.mockRestore();
  });

  it('is nothing to show where the call was aborted', () => {
    expect(toSaveError(new DOMException('', 'AbortError'))).toBeNull();
  });

  it('is nothing to show where the session ended: the login page says it', () => {
    expect(toSaveError(new ApiError(401, { code: 'TOKEN_EXPIRED' }))).toBeNull();
  });
});
