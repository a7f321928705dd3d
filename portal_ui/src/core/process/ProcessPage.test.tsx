// @vitest-environment jsdom
import { focusManager } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CountersProvider } from '../../api/counters';
import { dataProvider } from '../../api/dataProvider';
import { ApiError } from '../../api/http';
import { createQueryClient } from '../../api/queryClient';
import { timelineQuery } from '../../api/timeline';
import { useUnsavedForm } from '../forms/unsavedForms';
import { ProcessPage, prefetchRecord, RequestEdit } from './ProcessPage';
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

vi.mock('./ProcessView', () => ({
  ProcessView: ({ record }: { record: { number: string } }) => <p>request {record.number}</p>,
}));
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

describe('a page', () => {
  const open = (id = '7') => {
    const router = createTestRouter(<ProcessPage kind={kind} />, `/en/record/${id}`);
    render(<RouterProvider router={router} />);
  };

  it.each(['abc', '0', '-1', '1.5'])('of an invalid id is not found, without a request: %s', async (id) => {
    open(id);
    await screen.findByText('Request not found');
    expect(screen.getByRole('link', { name: /list/i }).getAttribute('href')).toBe('/en/list');
    expect(read).not.toHaveBeenCalled();
  });

  it('of a request that is missing or not for the user is not found', async () => {
    read.mockRejectedValue(new ApiError(404));
    open();
    await screen.findByText('Request not found');
  });

  it('shows why the request could not be read, and reads it again', async () => {
    read.mockRejectedValue(new ApiError(403, { message: 'Not yours' }));
    open();
    await screen.findByText('Not yours');
    read.mockImplementation(async () => buildRecord({}));
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('request R-7');
  });

  it('keeps a request on screen whose refetch fails, unless it is gone', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    read.mockImplementation(async () => buildRecord({}));
    open();
    await screen.findByText('request R-7');
    const refetchWith = async (error: Error) => {
      read.mockClear();
      read.mockRejectedValue(error);
      vi.setSystemTime(Date.now() + 60_000);
      act(() => {
        focusManager.setFocused(false);
        focusManager.setFocused(true);
      });
      await waitFor(() => expect(read).toHaveBeenCalled());
    };
    await refetchWith(new ApiError(403, { message: 'Not yours' }));
    expect(screen.getByText('request R-7')).toBeTruthy();
    await refetchWith(new ApiError(404));
    await screen.findByText('Request not found');
    expect(screen.queryByText('request R-7')).toBeNull();
  });
});
