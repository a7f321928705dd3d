// @vitest-environment jsdom
import { useQueryClient } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { useGetOne } from 'ra-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from '../../api/http';
import { buildRecordKey } from '../../api/recordQuery';
import type { ProcessRecord } from '../../api/requests';
import { buildRecord, withRouter } from './testing';
import { useRequestRecord } from './useRequestRecord';

vi.mock('../../api/http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
const sent = vi.mocked(call);

const record = buildRecord({ repairParts: [] });
const key = buildRecordKey('repairs', 7, { language: 'en' });

/** Responses of the server to reads and writes. */
let read: () => Promise<object>;
let write: () => Promise<object>;

beforeEach(() => {
  sent.mockReset();
  sent.mockImplementation((method) => (method === 'GET' ? read() : write()));
  read = async () => record;
});
afterEach(cleanup);

/** Open the page of a request. */
function open() {
  const { result } = renderHook(
    () => ({
      client: useQueryClient(),
      record: useRequestRecord('repairs', 7),
      query: useGetOne<ProcessRecord>('repairs', { id: 7, meta: { language: 'en' } }),
    }),
    { wrapper: ({ children }) => withRouter(children) },
  );
  return result;
}

it('keeps an optimistic value when a refetch that began before it is answered', async () => {
  const page = open();
  await waitFor(() => expect(page.current.query.data?.number).toBe('R-7'));
  let respond: ((read: object) => void) | null = null;
  read = () => new Promise((resolve) => (respond = resolve));
  act(() => void page.current.query.refetch());
  await waitFor(() => expect(respond).not.toBeNull());
  act(() => page.current.record.patch((shown) => ({ ...shown, number: 'optimistic' })));
  await act(async () => respond?.({ ...record, number: 'before' }));
  expect(page.current.client.getQueryData<ProcessRecord>(key)?.number).toBe('optimistic');
});

it('shows the version of a save, and finds out that others saved in between', async () => {
  const page = open();
  await waitFor(() => expect(page.current.query.data?.version).toBe(1));
  const save = (version: number) => {
    write = async () => ({ version });
    const { send, version: getVersion } = page.current.record;
    return act(() => send({ action: 'saveTransit', data: {} }, getVersion() ?? 0));
  };
  expect(await save(2)).toMatchObject({ isBehind: false });
  expect(page.current.record.version()).toBe(2);
  expect(await save(4)).toMatchObject({ isBehind: true });
  expect(page.current.record.version()).toBe(4);
  const writes = sent.mock.calls.filter(([method]) => method !== 'GET');
  const versions = writes.map(([, , options]) => options?.query?.version);
  expect(versions).toEqual([1, 2]);
});

it('deletes the shown version, and returns the response of an update with its own fields', async () => {
  const page = open();
  await waitFor(() => expect(page.current.query.data?.version).toBe(1));
  write = async () => ({ version: 2, isAllowedToContinue: false });
  const saved = await act(() => page.current.record.send({ action: 'saveTransit', data: { a: 1 } }, 1));
  expect(saved).toMatchObject({ response: { version: 2, isAllowedToContinue: false }, isBehind: false });
  // The response is not a record: nothing may read it as one.
  const cached = page.current.client.getQueryCache().findAll({ queryKey: ['repairs', 'getOne'] });
  expect(cached.map(({ queryKey }) => queryKey)).toEqual([key]);
  await act(() => page.current.record.send({ action: 'delete' }, 2));
  expect(sent.mock.calls.at(-1)).toEqual([
    'DELETE',
    '/api/v1/repairing/delete',
    { query: { repairId: 7, version: 2 } },
  ]);
});

it('sends the idempotency key of an update that creates a record', async () => {
  const page = open();
  write = async () => ({});
  await act(() => page.current.record.send({ action: 'addUnit', data: {}, idempotencyKey: 'k' }, 1));
  expect(sent.mock.calls.at(-1)?.[2]).toMatchObject({ idempotencyKey: 'k' });
});

it('shows the newest record on a reload, but only once asked to', async () => {
  const page = open();
  await waitFor(() => expect(page.current.record.version()).toBe(1));
  read = async () => ({ ...record, version: 5 });
  expect(await page.current.record.fetchLatest()).toMatchObject({ version: 5 });
  expect(page.current.record.version()).toBe(1);
  await act(() => page.current.record.reload());
  expect(page.current.record.current()?.version).toBe(5);
  await waitFor(() => expect(page.current.query.data?.version).toBe(5));
});
