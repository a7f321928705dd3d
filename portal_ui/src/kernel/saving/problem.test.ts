import { describe, expect, it } from 'vitest';
import { ApiError, NetworkError } from '../../server/http';
import { problemOf } from './problem';

describe('what a failed save means', () => {
  it('is a dropped line where no answer came', () => {
    expect(problemOf(new NetworkError())).toEqual({ kind: 'offline' });
  });

  it('is a fault of the server with the number under which it is logged', () => {
    const error = new ApiError(500, { code: 'SERVER_ERROR', message: 'x', requestId: 'abc' });
    expect(problemOf(error)).toEqual({ kind: 'server', requestId: 'abc', retryAfter: null });
    expect(problemOf(new ApiError(503, { code: 'UNAVAILABLE' }, 5))).toMatchObject({
      kind: 'server',
      retryAfter: 5,
    });
  });

  it('is somebody else’s change', () => {
    const current = {
      status: { key: 'X', value: 'X' },
      version: 9,
      changedBy: 'Ann',
      changedAt: '2026-11-20T21:12:00Z',
    };
    const error = new ApiError(409, { code: 'STALE', message: 'Changed.', current });
    expect(problemOf(error)).toEqual({ kind: 'stale', current, message: 'Changed.' });
  });

  it('is only counted where the fields say the rest', () => {
    const error = new ApiError(400, { code: 'VALIDATION', message: 'Invalid.' });
    expect(problemOf(error, { placed: { a: 'x', b: 'y' }, loose: [] })).toEqual({ kind: 'fields', count: 2 });
    expect(problemOf(error, { placed: { a: 'x' }, loose: ['z'] })).toEqual({
      kind: 'refused',
      message: 'Invalid.',
      details: ['z'],
    });
  });

  it('is nothing to show where the session ended: the login page says it', () => {
    expect(problemOf(new ApiError(401, { code: 'TOKEN_EXPIRED' }))).toBeNull();
  });
});
