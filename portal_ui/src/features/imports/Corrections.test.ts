import { describe, expect, it, vi } from 'vitest';
import { NetworkError } from '../../api/errors';
import type { Corrected } from '../../api/imports';
import { toSaveError } from '../../core/forms/saveError';
import { Corrections } from './Corrections';

const answer = (number: number): Corrected => ({
  row: { number, verdict: 'CREATE', recordId: null, record: null, cells: {}, old: {}, errors: {}, notes: {} },
  others: [],
  counts: { create: 1, change: 0, same: 0, wrong: 0, skipped: 0, withoutValue: {} },
  version: 2,
});

function createCorrections() {
  const answers: ((result: Corrected | Error) => void)[] = [];
  const send = vi.fn(
    () =>
      new Promise<Corrected>((resolve, reject) => {
        answers.push((result) => (result instanceof Error ? reject(result) : resolve(result)));
      }),
  );
  const onCorrected = vi.fn();
  const queue = new Corrections({ send, onCorrected, toSaveError });
  const settleNext = async (result: Corrected | Error) => {
    answers.shift()?.(result);
    await vi.waitFor(() => undefined);
    await Promise.resolve();
  };
  return { queue, send, onCorrected, settleNext };
}

describe('Corrections', () => {
  it('saves each row immediately', async () => {
    const { queue, send, onCorrected, settleNext } = createCorrections();
    queue.correct(4, { number: 'A' });
    expect(send).toHaveBeenCalledWith(4, { number: 'A' });
    expect(queue.getState().rows.get(4)).toBe('saving');
    await settleNext(answer(4));
    expect(onCorrected).toHaveBeenCalledWith(answer(4));
    expect(queue.getState()).toEqual({ rows: new Map(), problem: null });
  });

  it('queues a correction while the same row is being saved', async () => {
    const { queue, send, settleNext } = createCorrections();
    queue.correct(4, { number: 'A', model: 'M' });
    queue.correct(4, { number: 'B' });
    expect(send).toHaveBeenCalledTimes(1);
    await settleNext(answer(4));
    expect(send).toHaveBeenLastCalledWith(4, { number: 'B' });
    await settleNext(answer(4));
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
    await settleNext(answer(4));
    expect(queue.getState().problem).toBeNull();
    expect(queue.getPending(4)).toEqual({});
  });
});
