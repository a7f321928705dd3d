// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { useNotificationContext } from 'ra-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, NetworkError } from '../../api/http';
import { withRouter } from '../process/testing';
import type { Difference } from './dirtyValues';
import { type UnsavedForm, UnsavedForms } from './unsavedForms';
import { useRequestUpdate } from './useRequestUpdate';

interface Record {
  version: number;
  name: string;
}

const latest: Record = { version: 3, name: 'theirs' };
const conflict = new ApiError(409, { code: 'STALE', message: 'Changed.' });
const typed: Difference = { path: 'name', label: 'Name', serverValue: 'theirs', localValue: 'mine' };
const other: Difference = { path: 'note', label: 'Note', serverValue: 'x', localValue: null };

const target = {
  version: () => 1,
  send: vi.fn(async (_: string, __?: number) => ({ response: { saved: true } as object, isBehind: false })),
  fetchLatest: vi.fn(async () => latest),
  show: vi.fn(),
  invalidateLists: vi.fn(),
};
let differences: Difference[];

function open(more: Partial<{ returnsRecord: boolean }> = {}) {
  const forms = new UnsavedForms();
  const form: UnsavedForm = { dirty: true, discard: () => {}, differences: () => differences };
  forms.register(Symbol('form'), form);
  const { result } = renderHook(
    () => ({
      ...useRequestUpdate<Record, string, object>({ ...target, ...more }, forms),
      notifications: useNotificationContext().notifications,
    }),
    { wrapper: ({ children }) => withRouter(children) },
  );
  type Options = Parameters<typeof result.current.run>[1];
  const run = async (options?: Options) => {
    let response: object | null = null;
    await act(async () => {
      response = await result.current.run('update', options);
    });
    return response;
  };
  return { result, run };
}

beforeEach(() => {
  differences = [];
  for (const mock of [target.send, target.fetchLatest, target.show, target.invalidateLists]) mock.mockClear();
});
afterEach(cleanup);

describe('a save', () => {
  it('is sent with the shown version, and returns the response', async () => {
    const { run } = open();
    expect(await run()).toEqual({ saved: true });
    expect(target.send.mock.calls).toEqual([['update', 1]]);
  });

  it('marks the form as saved before the newer record is fetched and shown', async () => {
    const { run } = open();
    const order: string[] = [];
    target.fetchLatest.mockImplementationOnce(async () => {
      order.push('fetch');
      return latest;
    });
    target.show.mockImplementationOnce(() => order.push('show'));
    await run({ onSaved: () => order.push('saved'), onRefreshed: () => order.push('refreshed') });
    expect(order).toEqual(['saved', 'fetch', 'refreshed', 'show']);
    expect(target.show).toHaveBeenCalledWith(latest);
    expect(target.invalidateLists).toHaveBeenCalledTimes(1);
  });

  it('succeeds even if the newer record cannot be fetched afterwards', async () => {
    const { run, result } = open();
    target.fetchLatest.mockRejectedValueOnce(new NetworkError());
    expect(await run({ successMessage: 'process.save' })).toEqual({ saved: true });
    expect(result.current.problem).toBeNull();
    expect(result.current.notifications).toHaveLength(1);
    // Lists show the saved values, too.
    expect(target.invalidateLists).toHaveBeenCalledTimes(1);
  });

  it('fetches nothing if the response is the whole record', async () => {
    const { run } = open({ returnsRecord: true });
    await run();
    expect(target.fetchLatest).not.toHaveBeenCalled();
  });

  it('is confirmed with the arguments of its message, or a message from the response', async () => {
    const { run, result } = open();
    await run({ successMessage: 'form.saved', messageArgs: { name: 'Alpha' } });
    expect(result.current.notifications.at(-1)).toMatchObject({
      message: 'form.saved',
      type: 'success',
      notificationOptions: { messageArgs: { name: 'Alpha' } },
    });
    await run({ successMessage: (response) => Object.keys(response).join() });
    expect(result.current.notifications.at(-1)).toMatchObject({ message: 'saved' });
  });

  it('dismisses the error of the previous one', async () => {
    const { run, result } = open();
    act(() => result.current.showProblem({ kind: 'refused', message: 'No.', details: [] }));
    expect(result.current.problem).toMatchObject({ message: 'No.' });
    await run();
    expect(result.current.problem).toBeNull();
  });

  it('can be followed by another one after a rejection, which offers no retry', async () => {
    const { run, result } = open();
    target.send.mockRejectedValueOnce(new ApiError(409, { code: 'EXISTS', message: 'There is one.' }));
    expect(await run()).toBeNull();
    expect(result.current.problem).toMatchObject({ kind: 'refused', message: 'There is one.' });
    expect(result.current.retry).toBeNull();
    expect(result.current.busy).toBe(false);
    expect(await run()).toEqual({ saved: true });
  });

  it('shows the errors of the server in the form', async () => {
    const { run, result } = open();
    target.send.mockRejectedValueOnce(new ApiError(400, { code: 'VALIDATION', message: 'No.', fields: { a: ['x'] } }));
    await run({ applyServerErrors: () => ({ fieldErrors: { a: 'x' }, formErrors: [] }) });
    expect(result.current.problem).toEqual({ kind: 'fields', count: 1 });
  });

  it('no longer offers a retry once its error is dismissed', async () => {
    const { run, result } = open();
    target.send.mockRejectedValueOnce(new NetworkError());
    await run();
    expect(result.current.retry).not.toBeNull();
    act(() => result.current.dismiss());
    expect([result.current.problem, result.current.retry]).toEqual([null, null]);
  });
});

describe('a save after which other users saved, too', () => {
  beforeEach(() => void target.send.mockResolvedValueOnce({ response: { saved: true }, isBehind: true }));

  it('shows their changes if they are in other fields', async () => {
    differences = [other];
    const { run, result } = open();
    const onRefreshed = vi.fn();
    await run({ onRefreshed });
    expect(target.show).toHaveBeenCalledWith(latest);
    expect(onRefreshed).toHaveBeenCalledWith(latest);
    expect(target.invalidateLists).toHaveBeenCalledTimes(1);
    expect(result.current.stale).toBeNull();
  });

  it('compares the fields that both have typed in, before it shows the newer record', async () => {
    differences = [other, typed];
    const { run, result } = open();
    await run();
    expect(target.show).not.toHaveBeenCalled();
    expect(result.current.stale).toMatchObject({ latest, differences: [typed] });
  });

  it('is no error if the newer record cannot be fetched', async () => {
    target.fetchLatest.mockRejectedValueOnce(new NetworkError());
    const { run, result } = open();
    expect(await run()).toEqual({ saved: true });
    expect([result.current.problem, result.current.stale]).toEqual([null, null]);
    expect(target.show).not.toHaveBeenCalled();
  });

  it('of an optimistic update shows the newer record', async () => {
    const { result } = open();
    await act(async () => void (await result.current.send('update')));
    expect(target.show).toHaveBeenCalledWith(latest);
  });
});

it('shows no newer record after an optimistic update that is the newest', async () => {
  const { result } = open();
  await act(async () => expect(await result.current.send('update')).toEqual({ saved: true }));
  expect(target.fetchLatest).not.toHaveBeenCalled();
});

describe('a version conflict', () => {
  it('has all differences of the forms, and does not show the newer record yet', async () => {
    differences = [other, typed];
    const { run, result } = open();
    target.send.mockRejectedValueOnce(conflict);
    expect(await run()).toBeNull();
    expect(result.current.stale).toMatchObject({ latest, differences: [other, typed], problem: { kind: 'stale' } });
    expect(result.current.problem).toBeNull();
    expect(target.show).not.toHaveBeenCalled();
    act(() => result.current.dismiss());
    expect(result.current.stale).toBeNull();
  });

  it('of rows has only the fields that were typed in, as the others are saved', async () => {
    differences = [other, typed];
    const { run, result } = open();
    const rows = [{ list: '', id: 5, current: { id: 5 }, changedBy: 'Eva' }];
    target.send.mockRejectedValueOnce(new ApiError(409, { code: 'STALE', message: 'Changed.', rows }));
    await run();
    expect(result.current.stale?.differences).toEqual([typed]);
  });

  it('has the differences of its own form if that compares them', async () => {
    differences = [typed];
    const { run, result } = open();
    target.send.mockRejectedValueOnce(conflict);
    await run({ getDifferences: (record) => [{ ...other, serverValue: record.name }] });
    expect(result.current.stale?.differences).toEqual([{ ...other, serverValue: 'theirs' }]);
  });

  it('is shown as the error of the request for the newer record, if that fails', async () => {
    const { run, result } = open();
    target.send.mockRejectedValueOnce(conflict);
    target.fetchLatest.mockRejectedValueOnce(new NetworkError());
    await run();
    expect(result.current.stale).toBeNull();
    expect(result.current.problem).toEqual({ kind: 'offline' });
  });

  it('in a dialog shows the newer record, so that the next attempt can succeed, or the failed request', async () => {
    const { run, result } = open();
    const onError = vi.fn();
    target.send.mockRejectedValueOnce(conflict);
    await run({ onError });
    expect(target.show).toHaveBeenCalledWith(latest);
    expect(onError).toHaveBeenLastCalledWith(expect.objectContaining({ kind: 'stale', differences: [] }));
    target.send.mockRejectedValueOnce(conflict);
    target.fetchLatest.mockRejectedValueOnce(new NetworkError());
    await run({ onError });
    expect(onError).toHaveBeenLastCalledWith({ kind: 'offline' });
    expect([result.current.problem, result.current.stale]).toEqual([null, null]);
  });

  it('is shown if the newer record to merge with cannot be fetched', async () => {
    const { run, result } = open();
    const merging = { overlaps: () => [], adopt: vi.fn(), again: vi.fn(async () => null) };
    target.send.mockRejectedValueOnce(conflict);
    target.fetchLatest.mockRejectedValueOnce(new NetworkError());
    await run({ merging });
    expect(merging.again).not.toHaveBeenCalled();
    expect(result.current.stale?.latest).toBe(latest);
  });
});

describe('the error of an optimistic update', () => {
  const keptKey = 'saving.problem.decision';

  it('can be sent again after a lost response, and says what is kept', async () => {
    const { result } = open();
    const again = vi.fn();
    await act(() => result.current.report(new NetworkError(), { again, keptKey }));
    expect(result.current.problem).toEqual({ kind: 'offline', keptKey });
    act(() => result.current.retry?.());
    expect(again).toHaveBeenCalledTimes(1);
  });

  it('cannot be sent again after a rejection', async () => {
    const { result } = open();
    await act(() => result.current.report(new ApiError(409, { message: 'No.' }), { again: vi.fn(), keptKey }));
    expect(result.current.problem).toEqual({ kind: 'refused', message: 'No.', details: [] });
    expect(result.current.retry).toBeNull();
  });

  it('that is a version conflict has the differences', async () => {
    const { result } = open();
    await act(() => result.current.report(conflict, { getDifferences: () => [typed] }));
    expect(result.current.stale?.differences).toEqual([typed]);
  });
});

describe('a save that may be repeated after a version conflict', () => {
  const rejectTimes = (count: number) => {
    for (let attempt = 0; attempt < count; attempt += 1) target.send.mockRejectedValueOnce(conflict);
  };

  it('is sent again with the newest version, without asking the user', async () => {
    rejectTimes(2);
    target.fetchLatest.mockResolvedValueOnce({ ...latest, version: 2 });
    const { run, result } = open();
    expect(await run({ shouldRetryOnConflict: () => true })).toEqual({ saved: true });
    expect(target.send.mock.calls.map(([, version]) => version)).toEqual([1, 2, 3]);
    expect(result.current.stale).toBeNull();
  });

  it('shows the conflict if the newer record does not allow it', async () => {
    rejectTimes(1);
    const { run, result } = open();
    await run({ shouldRetryOnConflict: ({ name }) => name !== 'theirs' });
    expect(target.send).toHaveBeenCalledTimes(1);
    expect(result.current.stale?.latest).toBe(latest);
  });

  it('is repeated three times, and then shows the conflict', async () => {
    rejectTimes(4);
    const { run, result } = open();
    await run({ shouldRetryOnConflict: () => true });
    expect(target.send).toHaveBeenCalledTimes(4);
    expect(result.current.stale).not.toBeNull();
  });

  it('is not repeated after another error', async () => {
    target.send.mockRejectedValueOnce(new NetworkError());
    const { run, result } = open();
    await run({ shouldRetryOnConflict: () => true });
    expect(target.send).toHaveBeenCalledTimes(1);
    expect(result.current.problem).toEqual({ kind: 'offline' });
  });
});
