import { describe, expect, it, vi } from 'vitest';
import { UnreadableResponseError } from '../../api/errors';
import { ApiError, NetworkError } from '../../api/http';
import { OutdatedPageError } from '../ui/chunkErrors';
import { getChangedBy, isRetryable, toSaveError } from './saveError';

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

  it('maps a chunk that did not load to a missing response, which may be retried', () => {
    const problem = toSaveError(new TypeError('Failed to fetch dynamically imported module: https://portal/x.js'));
    expect(problem).toEqual({ kind: 'offline' });
    expect(isRetryable(problem)).toBe(true);
  });

  it('keeps the message of a rejection other than of invalid values, also if fields show errors', () => {
    const error = new ApiError(409, { code: 'EXISTS', message: 'There is one.' });
    expect(toSaveError(error, { fieldErrors: { a: 'x' }, formErrors: [] })).toEqual({
      kind: 'refused',
      message: 'There is one.',
      details: [],
    });
    const invalid = new ApiError(400, { code: 'VALIDATION', message: 'Invalid.' });
    expect(toSaveError(invalid)).toMatchObject({ kind: 'refused', message: 'Invalid.' });
  });

  it('keeps the rows and the end of the step of a version conflict', () => {
    const rows = [{ list: 'units', id: 5, current: null, changedBy: 'Ann' }];
    expect(toSaveError(new ApiError(409, { code: 'STALE', message: 'x', rows }))).toMatchObject({ rows });
    expect(toSaveError(new ApiError(409, { code: 'STALE', message: 'x', isStepClosed: true }))).toMatchObject({
      isStepClosed: true,
    });
  });

  it('has no request ID if the response has none', () => {
    expect(toSaveError(new ApiError(502))).toMatchObject({ kind: 'server', requestId: null });
  });

  it('returns null for an aborted request', () => {
    expect(toSaveError(new DOMException('', 'AbortError'))).toBeNull();
  });

  it('returns null for an expired session, as the login page reports it', () => {
    expect(toSaveError(new ApiError(401, { code: 'TOKEN_EXPIRED' }))).toBeNull();
  });
});

it('offers no retry of a rejection, a conflict or invalid fields', () => {
  const conflict = { kind: 'stale', current: null, message: '' } as const;
  const problems = [null, { kind: 'fields', count: 2 } as const, conflict, toSaveError(new ApiError(409))];
  expect(problems.map(isRetryable)).toEqual([false, false, false, false]);
});

it('names each user who changed the rows once, or else the one who changed the record', () => {
  const changedBy = (names: (string | null)[]) =>
    names.map((name, id) => ({ list: '', id, current: null, changedBy: name }));
  const current = { status: { key: 'X', value: 'X' }, version: 9, changedBy: 'Ann', changedAt: '2026-11-20T21:12:00Z' };
  const conflict = { kind: 'stale', current, message: '' } as const;
  expect(getChangedBy({ ...conflict, rows: changedBy(['Eva', null, 'Luis', 'Eva']) as never })).toEqual([
    'Eva',
    'Luis',
  ]);
  expect(getChangedBy(conflict)).toEqual(['Ann']);
  expect(getChangedBy({ ...conflict, current: null })).toEqual([]);
});
