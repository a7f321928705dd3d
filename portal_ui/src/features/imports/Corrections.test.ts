import { describe, expect, it, vi } from 'vitest';
import { ApiError, NetworkError } from '../../api/errors';
import type { Corrected } from '../../api/imports';
import { toSaveError } from '../../core/forms/saveError';
import { Corrections } from './Corrections';

const buildResponse = (number: number): Corrected => ({
  row: { number, verdict: 'CREATE', recordId: null, record: null, cells: {}, old: {}, errors: {}, notes: {} },
  others: [],
  counts: { create: 1, change: 0, same: 0, wrong: 0, skipped: 0, withoutValue: {} },
  version: 2,
});

function createCorrections() {
  const settlers: ((result: Corrected | Error) => void)[] = [];
  const send = vi.fn(
    () =>
      new Promise<Corrected>((resolve, reject) => {
        settlers.push((result) => (result instanceof Error ? reject(result) : resolve(result)));
      }),
  );
  const onCorrected = vi.fn();
  const stored: unknown[] = [];
  const store = (pending: ReadonlyMap<number, unknown>) => void stored.push(Object.fromEntries(pending));
  const queue = new Corrections({ send, onCorrected, toSaveError, store });
  const settleNext = async (result: Corrected | Error) => {
    settlers.shift()?.(result);
    await vi.waitFor(() => undefined);
    await Promise.resolve();
  };
  return { queue, send, stored, onCorrected, settleNext };
}

describe('Corrections', () => {
  it('saves each row immediately', async () => {
    const { queue, send, onCorrected, settleNext } = createCorrections();
    queue.correct(4, { number: 'A' });
    expect(send).toHaveBeenCalledWith(4, { number: 'A' });
    expect(queue.getState().rows.get(4)).toBe('saving');
    await settleNext(buildResponse(4));
    expect(onCorrected).toHaveBeenCalledWith(buildResponse(4));
    expect(queue.getState()).toEqual({ rows: new Map(), problem: null });
  });

  it('queues a correction while the same row is being saved', async () => {
    const { queue, send, settleNext } = createCorrections();
    queue.correct(4, { number: 'A', model: 'M' });
    queue.correct(4, { number: 'B' });
    expect(send).toHaveBeenCalledTimes(1);
    await settleNext(buildResponse(4));
    expect(send).toHaveBeenLastCalledWith(4, { number: 'B' });
    await settleNext(buildResponse(4));
    expect(queue.getState().rows.size).toBe(0);
  });

  it('keeps corrections that failed offline and retries them', async () => {
    const { queue, send, settleNext } = createCorrections();
    queue.correct(4, { number: 'A' });
    await settleNext(new NetworkError());
    expect(queue.getState()).toEqual({ rows: new Map([[4, 'lost']]), problem: { kind: 'offline' } });
    expect(queue.getPending(4)).toEqual({ number: 'A' });
    queue.retryLost();
    expect(send).toHaveBeenCalledTimes(2);
    await settleNext(buildResponse(4));
    expect(queue.getState().problem).toBeNull();
    expect(queue.getPending(4)).toEqual({});
  });

  it('retries a rejected correction on request, not when the browser is online again', async () => {
    const { queue, send, settleNext } = createCorrections();
    queue.correct(4, { number: 'A' });
    await settleNext(new ApiError(403, { code: 'FORBIDDEN', message: 'No' }));
    expect(queue.getState()).toMatchObject({ rows: new Map([[4, 'refused']]), problem: { message: 'No' } });
    queue.retryLost();
    expect(send).toHaveBeenCalledTimes(1);
    queue.retry();
    expect(send).toHaveBeenCalledTimes(2);
    expect(queue.getState()).toEqual({ rows: new Map([[4, 'saving']]), problem: null });
    // One request per row at a time.
    queue.retry();
    queue.retryLost();
    expect(send).toHaveBeenCalledTimes(2);
  });

  it('retries every row that failed', async () => {
    const { queue, send, settleNext } = createCorrections();
    queue.correct(4, { number: 'A' });
    await settleNext(new NetworkError());
    queue.correct(5, { number: 'B' });
    await settleNext(new ApiError(403));
    queue.retry();
    expect(send.mock.calls.slice(2)).toEqual([
      [4, { number: 'A' }],
      [5, { number: 'B' }],
    ]);
  });

  it('sends a further cell of a row that failed together with the first one', async () => {
    const { queue, send, settleNext } = createCorrections();
    queue.correct(4, { number: 'A' });
    await settleNext(new NetworkError());
    queue.correct(4, { model: 'M' });
    expect(send).toHaveBeenLastCalledWith(4, { number: 'A', model: 'M' });
  });

  it('keeps the error of one row when another one is saved', async () => {
    const { queue, settleNext } = createCorrections();
    queue.correct(4, { number: 'A' });
    queue.correct(5, { number: 'B' });
    await settleNext(new NetworkError());
    await settleNext(buildResponse(5));
    expect(queue.getState()).toEqual({ rows: new Map([[4, 'lost']]), problem: { kind: 'offline' } });
  });

  it('stores the corrections until they are saved', async () => {
    const { queue, stored, settleNext } = createCorrections();
    queue.correct(4, { number: 'A' });
    queue.correct(5, { number: 'B' });
    expect(stored.at(-1)).toEqual({ 4: { number: 'A' }, 5: { number: 'B' } });
    await settleNext(buildResponse(4));
    expect(stored.at(-1)).toEqual({ 5: { number: 'B' } });
  });

  it('stores only the part of a row that is not saved yet', async () => {
    const { queue, stored, settleNext } = createCorrections();
    queue.correct(4, { number: 'A', model: 'M' });
    queue.correct(4, { number: 'B' });
    await settleNext(buildResponse(4));
    expect(stored.at(-1)).toEqual({ 4: { number: 'B' } });
    expect(queue.getPending(4)).toEqual({ number: 'B' });
  });

  it('discards all corrections, and ignores responses that arrive later', async () => {
    const { queue, stored, onCorrected, settleNext } = createCorrections();
    const listener = vi.fn();
    queue.subscribe(listener);
    queue.correct(4, { number: 'A' });
    queue.correct(5, { number: 'B' });
    queue.stop();
    expect(stored.at(-1)).toEqual({});
    expect(queue.getPending(4)).toEqual({});
    expect(queue.getState()).toEqual({ rows: new Map(), problem: null });
    const changes = listener.mock.calls.length;
    await settleNext(buildResponse(4));
    await settleNext(new NetworkError());
    expect(onCorrected).not.toHaveBeenCalled();
    expect(queue.getState()).toEqual({ rows: new Map(), problem: null });
    expect(listener).toHaveBeenCalledTimes(changes);
  });

  it('notifies its listeners of changes until they unsubscribe', () => {
    const { queue } = createCorrections();
    const listener = vi.fn();
    const unsubscribe = queue.subscribe(listener);
    queue.correct(4, { number: 'A' });
    expect(listener).toHaveBeenCalledTimes(1);
    unsubscribe();
    queue.correct(5, { number: 'A' });
    expect(listener).toHaveBeenCalledTimes(1);
  });
});
