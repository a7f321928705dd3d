// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react';
import { useNotificationContext } from 'ra-core';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, call, NetworkError } from '../../api/http';
import { useProcess } from './processContext';
import { buildAction, buildRecord, TestPage, withRouter } from './testing';
import { useDialogSave, useProcessUpdater } from './useProcessUpdater';

vi.mock('../../api/http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
const sent = vi.mocked(call);

const record = buildRecord({});
const newer = { ...record, version: 2 };
const stale = new ApiError(409, {
  code: 'STALE',
  message: 'Changed.',
  current: {
    status: { key: 'WORK', value: 'At work' },
    version: 2,
    changedBy: 'Eva',
    changedAt: '2026-11-20T12:00:00Z',
  },
});
const write = { action: 'saveTransit', data: { name: 'x' } };

beforeEach(() => sent.mockReset());

async function onPage<T>(hook: () => T, fetchLatest = async () => newer) {
  const wrapper = ({ children }: { children: ReactNode }) =>
    withRouter(
      <TestPage record={record} fetchLatest={fetchLatest}>
        {children}
      </TestPage>,
    );
  const page = renderHook(hook, { wrapper });
  await waitFor(() => expect(page.result.current).not.toBeNull());
  return page.result;
}

describe('an update of the page', () => {
  it('is sent once while a request is in flight', async () => {
    const page = await onPage(useProcessUpdater);
    let respond: (value: unknown) => void = () => undefined;
    sent.mockReturnValue(new Promise((resolve) => (respond = resolve)));
    const onSaved = vi.fn();
    act(() => {
      void page.current.run(write, { onSaved });
      void page.current.run(write, { onSaved });
    });
    expect(page.current.busy).toBe(true);
    await act(async () => respond({ version: 2 }));
    expect(sent).toHaveBeenCalledTimes(1);
    expect(onSaved).toHaveBeenCalledTimes(1);
    expect(page.current.busy).toBe(false);
  });

  it('can be retried after a network error', async () => {
    const page = await onPage(useProcessUpdater);
    sent.mockRejectedValueOnce(new NetworkError());
    await act(async () => void (await page.current.run(write)));
    expect(page.current.problem).toEqual({ kind: 'offline' });
    sent.mockResolvedValue({ version: 2 });
    await act(async () => page.current.retry?.());
    expect(sent).toHaveBeenCalledTimes(2);
    expect(page.current.problem).toBeNull();
  });

  it('returns the newer record on a version conflict', async () => {
    const page = await onPage(useProcessUpdater);
    sent.mockRejectedValueOnce(stale);
    await act(async () => void (await page.current.run(write)));
    expect(page.current.stale?.latest).toBe(newer);
  });
});

describe('a save with rows', () => {
  const conflict = new ApiError(409, {
    code: 'STALE',
    message: 'One row changed.',
    rows: [{ list: '', id: 5, current: { id: 5 }, changedBy: 'Eva Solis' }],
  });
  const difference = { path: 'rows.u5.comment', label: 'Comment', serverValue: 'dusty', localValue: 'cracked' };
  const buildMerging = (overlaps: (typeof difference)[]) => ({
    overlaps: vi.fn(() => overlaps),
    adopt: vi.fn(),
    again: vi.fn(async () => ({ version: 4 })),
  });

  it('is merged and retried if no typed value overlaps', async () => {
    const page = await onPage(useProcessUpdater);
    const merging = buildMerging([]);
    sent.mockRejectedValueOnce(conflict);
    await act(async () => expect(await page.current.run(write, { merging })).toEqual({ version: 4 }));
    expect(merging.adopt).toHaveBeenCalledWith(newer);
    expect(page.current.stale).toBeNull();
    expect(page.current.busy).toBe(false);
  });

  it('shows the conflict and the other user if typed values overlap', async () => {
    const page = await onPage(useProcessUpdater);
    const merging = buildMerging([difference]);
    sent.mockRejectedValueOnce(conflict);
    await act(async () => void (await page.current.run(write, { merging })));
    expect(merging.adopt).not.toHaveBeenCalled();
    expect(page.current.stale?.problem.rows?.[0]?.changedBy).toBe('Eva Solis');
  });

  it('reports overlapping values to a dialog, which continues with the newest version', async () => {
    const page = await onPage(useDialogSave);
    const merging = buildMerging([difference]);
    sent.mockRejectedValueOnce(conflict);
    await act(async () => page.current.save(write, { merging }));
    expect(merging.adopt).toHaveBeenCalledWith(newer);
    expect(page.current.problem).toMatchObject({ kind: 'stale', differences: [difference] });
  });

  it('is never merged after its step has ended', async () => {
    const page = await onPage(useProcessUpdater);
    const merging = buildMerging([]);
    sent.mockRejectedValueOnce(new ApiError(409, { code: 'STALE', message: 'Over', isStepClosed: true }));
    await act(async () => void (await page.current.run(write, { merging })));
    expect(merging.again).not.toHaveBeenCalled();
    expect(page.current.stale?.problem).toMatchObject({ message: 'Over', isStepClosed: true });
  });

  it('shows the conflict after some retries', async () => {
    const page = await onPage(useProcessUpdater);
    const merging = buildMerging([]);
    merging.again.mockImplementation(async () => (await page.current.run(write, { merging })) as never);
    for (let attempt = 0; attempt < 4; attempt += 1) sent.mockRejectedValueOnce(conflict);
    await act(async () => void (await page.current.run(write, { merging })));
    expect(sent).toHaveBeenCalledTimes(4);
    expect(page.current.stale).not.toBeNull();
  });
});

it('shows no notification of a save if a transition follows', async () => {
  const page = await onPage(() => ({ ...useProcessUpdater(), notifications: useNotificationContext().notifications }));
  const save = async (isAllowedToContinue: boolean) => {
    sent.mockResolvedValue({ version: 2, isAllowedToContinue });
    await act(async () => void (await page.current.run(write, { successMessage: 'process.save', isTransition: true })));
  };
  await save(true);
  expect(page.current.notifications).toEqual([]);
  await save(false);
  expect(page.current.notifications).toHaveLength(1);
});

it('reports a save after which the step is not finished, with the reason of the newer record', async () => {
  const reason = '1 unit still needs a diagnosis';
  const actions = [buildAction('continue', 'Submit', { enabled: false, reason })];
  const latest = { ...newer, process: { ...newer.process, actions } };
  const page = await onPage(
    () => ({ ...useProcessUpdater(), notifications: useNotificationContext().notifications }),
    async () => latest,
  );
  sent.mockResolvedValue({ version: 2, isAllowedToContinue: false });
  await act(async () => void (await page.current.run(write, { successMessage: 'process.save', isTransition: true })));
  expect(page.current.notifications).toMatchObject([
    { type: 'warning', message: `Saved, but this step isn't finished yet. ${reason}` },
  ]);
});

it('notifies of a save only once the page shows the newer record', async () => {
  let read: (record: typeof newer) => void = () => undefined;
  const fetchLatest = () => new Promise<typeof newer>((resolve) => (read = resolve));
  const page = await onPage(
    () => ({
      ...useProcessUpdater(),
      notifications: useNotificationContext().notifications,
      record: useProcess().record,
    }),
    fetchLatest,
  );
  sent.mockResolvedValue({});
  await act(async () => void page.current.run(write, { successMessage: 'process.save' }));
  expect(page.current.notifications).toEqual([]);
  await act(async () => read(newer));
  expect(page.current.record.version).toBe(2);
  expect(page.current.notifications).toHaveLength(1);
});

describe('an update from a dialog', () => {
  it('reports a version conflict, and succeeds with the next attempt', async () => {
    const page = await onPage(() => ({ dialog: useDialogSave(), record: useProcess().record }));
    const onSaved = vi.fn();
    sent.mockRejectedValueOnce(stale);
    await act(() => page.current.dialog.save(write, { onSaved }));
    expect(page.current.dialog.problem).toMatchObject({ kind: 'stale', current: { changedBy: 'Eva' } });
    expect(page.current.record.version).toBe(2);
    expect(onSaved).not.toHaveBeenCalled();

    sent.mockResolvedValue({});
    await act(() => page.current.dialog.save(write, { onSaved }));
    expect(sent.mock.calls.map(([, , options]) => options?.query?.version)).toEqual([1, 2]);
    expect(onSaved).toHaveBeenCalledTimes(1);
    expect(page.current.dialog.problem).toBeNull();
  });

  it('keeps the dialog open with the error', async () => {
    const page = await onPage(useDialogSave);
    const onSaved = vi.fn();
    sent.mockRejectedValueOnce(new NetworkError());
    await act(() => page.current.save(write, { onSaved }));
    expect(page.current.problem).toEqual({ kind: 'offline' });
    expect(onSaved).not.toHaveBeenCalled();
    expect(page.current.busy).toBe(false);
  });
});
