// @vitest-environment jsdom
import { act, cleanup, render, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CountersProvider } from '../../api/counters';
import { dataProvider } from '../../api/dataProvider';
import { createQueryClient } from '../../api/queryClient';
import { timelineQuery } from '../../api/timeline';
import { useUnsavedForm } from '../forms/unsavedForms';
import { prefetchRecord, RequestEdit } from './ProcessPage';
import type { ProcessDefinition } from './processContext';
import { buildRecord, buildStep, createTestRouter } from './testing';

const read = vi.fn(async (_signal?: AbortSignal) => buildRecord({}));
/** Number of reads. StrictMode's simulated unmount aborts the first one. */
const countReads = () => read.mock.calls.filter(([signal]) => !signal?.aborted).length;
const panes = { componentByTab: {}, load: async () => undefined, preload: () => undefined };
const history = { resource: 'history', filter: () => ({}) };
const kind: ProcessDefinition = {
  kind: 'test',
  resource: 'repairs',
  messages: { moved: () => 'moved' },
  list: 'list',
  history,
  panes,
};
let typing = false;
let count: (waiting: number) => void;

/** Form that is dirty while `typing` is set. */
function Probe() {
  useUnsavedForm({ dirty: typing, discard: () => undefined });
  return null;
}

function Page() {
  const [total, setTotal] = useState(1);
  count = setTotal;
  return (
    <CountersProvider value={[{ requestType: 'REPAIR', total }]}>
      <Probe />
      <RequestEdit kind={kind} id={7} />
    </CountersProvider>
  );
}

vi.mock('./ProcessView', () => ({ ProcessView: () => null }));
beforeEach(() => {
  vi.spyOn(dataProvider, 'getOne').mockImplementation(async (_, { signal }) => ({
    data: (await read(signal)) as never,
  }));
});
afterEach(() => {
  cleanup();
  read.mockClear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('refetches the record when the counters change, unless a form is dirty or the record was just fetched', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const advancePoll = () => act(() => vi.advanceTimersByTimeAsync(6_000));
  render(<RouterProvider router={createTestRouter(<Page />)} />);
  await waitFor(() => expect(countReads()).toBe(1));
  act(() => count(2));
  await advancePoll();
  expect(countReads()).toBe(1);
  act(() => count(3));
  await waitFor(() => expect(countReads()).toBe(2));
  await advancePoll();
  typing = true;
  act(() => count(4));
  await advancePoll();
  expect(countReads()).toBe(2);
});

it('prefetches the record, its timeline and the chunk of the pane that opens', async () => {
  const load = vi.fn();
  vi.stubGlobal('fetch', async () => new Response('{"holder": null}'));
  const client = createQueryClient();
  const record = buildRecord({});
  read.mockResolvedValueOnce({
    ...record,
    process: { ...record.process, steps: [buildStep(), buildStep({ key: 'DONE' })] },
  });
  const prefetch = prefetchRecord({ ...kind, panes: { componentByTab: {}, load, preload: () => undefined } });
  await prefetch(client, { id: '7' }, '');
  expect(client.getQueryData(timelineQuery(record.id, record.version, 'en').queryKey)).toEqual({ holder: null });
  expect(load).toHaveBeenLastCalledWith('WORK');
  await prefetch(client, { id: '7' }, 'tab=DONE');
  expect(load).toHaveBeenLastCalledWith('DONE');
  expect(read).toHaveBeenCalledTimes(1);
});
