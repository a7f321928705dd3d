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

function corrections() {
  const answers: ((settled: Corrected | Error) => void)[] = [];
  const send = vi.fn(
    () =>
      new Promise<Corrected>((resolve, reject) => {
        answers.push((settled) => (settled instanceof Error ? reject(settled) : resolve(settled)));
      }),
  );
  const onCorrected = vi.fn();
  const made = new Corrections({ send, onCorrected, toSaveError });
  const settle = async (settled: Corrected | Error) => {
    answers.shift()?.(settled);
    await vi.waitFor(() => undefined);
    await Promise.resolve();
  };
  return { made, send, onCorrected, settle };
}

describe('Corrections', () => {
  it('saves each row immediately', async () => {
    const { made, send, onCorrected, settle } = corrections();
    made.correct(4, { number: 'A' });
    expect(send).toHaveBeenCalledWith(4, { number: 'A' });
    expect(made.getState().rows.get(4)).toBe('saving');
    await settle(answer(4));
    expect(onCorrected).toHaveBeenCalledWith(answer(4));
    expect(made.getState()).toEqual({ rows: new Map(), problem: null });
  });

  it('queues a correction while the same row is being saved', async () => {
    const { made, send, settle } = corrections();
    made.correct(4, { number: 'A', model: 'M' });
    made.correct(4, { number: 'B' });
    expect(send).toHaveBeenCalledTimes(1);
    await settle(answer(4));
    expect(send).toHaveBeenLastCalledWith(4, { number: 'B' });
    await settle(answer(4));
    expect(made.getState().rows.size).toBe(0);
  });

  it('keeps corrections that failed offline and retries them', async () => {
    const { made, send, settle } = corrections();
    made.correct(4, { number: 'A' });
    await settle(new NetworkError());
    expect(made.getState()).toEqual({ rows: new Map([[4, 'lost']]), problem: { kind: 'offline' } });
    expect(made.getPending(4)).toEqual({ number: 'A' });
    made.retryLost();
    expect(send).toHaveBeenCalledTimes(2);
    await settle(answer(4));
    expect(made.getState().problem).toBeNull();
    expect(made.getPending(4)).toEqual({});
  });
});
