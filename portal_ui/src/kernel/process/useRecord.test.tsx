// @vitest-environment jsdom
import { act, cleanup, render, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { CountersProvider } from '../../server/counters';
import { newQueryClient } from '../../server/queryClient';
import { courseQuery } from '../course/calls';
import type { ProcessKind } from './processContext';
import { aRecord, aStep, testRouter } from './testing';
import { prefetchRecord, useRecord } from './useRecord';

const read = vi.fn(async () => aRecord({}));
const kind = { kind: 'test', read } as unknown as ProcessKind;
let typing = false;
let count: (waiting: number) => void;

function Probe() {
  useRecord(kind, 7, () => typing);
  return null;
}

function Page() {
  const [total, setTotal] = useState(1);
  count = setTotal;
  return (
    <CountersProvider value={[{ requestType: 'REPAIR', total }]}>
      <Probe />
    </CountersProvider>
  );
}

afterEach(() => {
  cleanup();
  read.mockClear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('is read again when something comes to the user, though not over what is being typed, nor right after a read', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const later = () => act(() => vi.advanceTimersByTimeAsync(6_000));
  render(<RouterProvider router={testRouter(<Page />)} />);
  await waitFor(() => expect(read).toHaveBeenCalledTimes(1));
  act(() => count(2));
  await later();
  expect(read).toHaveBeenCalledTimes(1);
  act(() => count(3));
  await waitFor(() => expect(read).toHaveBeenCalledTimes(2));
  await later();
  typing = true;
  act(() => count(4));
  await later();
  expect(read).toHaveBeenCalledTimes(2);
});

it('before a page is drawn its record and course are read, and the pane that it opens at is begun to load', async () => {
  const load = vi.fn();
  vi.stubGlobal('fetch', async () => new Response('{"holder": null}'));
  const client = newQueryClient();
  const record = aRecord({});
  read.mockResolvedValueOnce({ ...record, process: { ...record.process, steps: [aStep(), aStep({ key: 'DONE' })] } });
  const prefetch = prefetchRecord({ ...kind, panes: { byTab: {}, load, preload: () => undefined } });
  await prefetch(client, { id: '7' }, '');
  expect(client.getQueryData(courseQuery(record.id, record.version, 'en').queryKey)).toEqual({ holder: null });
  expect(load).toHaveBeenLastCalledWith('WORK');
  await prefetch(client, { id: '7' }, 'tab=DONE');
  expect(load).toHaveBeenLastCalledWith('DONE');
  expect(read).toHaveBeenCalledTimes(1);
});
