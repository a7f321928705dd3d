// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type CallOptions, call } from '../../api/http';
import { RequestDraft } from './requestDraft';
import { useMissingFiles } from './useMissingFiles';

vi.mock('../../api/http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
const sent = vi.mocked(call);
/** Ids that a request asks for. */
const getIds = (options: CallOptions | undefined) => options?.query?.ids as string[];

const expired = new Set<string>();
const removeFiles = vi.fn<(ids: ReadonlySet<string>) => void>();
const buildFiles = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `f${at}`, label: `${at}.jpg` }));

function open(count: number, draft = new RequestDraft<unknown>('place', () => null)) {
  const files = buildFiles(count);
  return renderHook(() => useMissingFiles(draft, () => files, removeFiles)).result;
}

beforeEach(() => {
  sent.mockReset();
  removeFiles.mockReset();
  expired.clear();
  // The server responds with those of the ids that it still has.
  sent.mockImplementation(async (_method, _path, options) => {
    return getIds(options).filter((id) => !expired.has(id));
  });
});
afterEach(cleanup);

it('keeps all 85 files of a restored form that the server still has, asking for 40 at a time', async () => {
  const missing = open(85);
  await act(async () => {
    expect(await missing.current.remove()).toBe(0);
  });
  expect(removeFiles).not.toHaveBeenCalled();
  expect(missing.current.labels).toEqual([]);
  const sizes = sent.mock.calls.map(([, , options]) => getIds(options).length);
  expect(Math.max(...sizes)).toBe(40);
});

it('removes an expired file of a later batch and names it until the alert is dismissed', async () => {
  expired.add('f80');
  const missing = open(85);
  await waitFor(() => expect(missing.current.labels).toEqual(['80.jpg']));
  expect(removeFiles).toHaveBeenCalledWith(new Set(['f80']));
  act(() => missing.current.dismiss());
  expect(missing.current.labels).toEqual([]);
});

it('does not check the files after an attempt without a response, as the created request may have them', async () => {
  const draft = new RequestDraft<unknown>('place', () => null);
  draft.markPending('sent');
  expired.add('f0');
  const missing = open(1, draft);
  await act(async () => {});
  expect(sent).not.toHaveBeenCalled();
  expect(missing.current.labels).toEqual([]);
});

it('returns how many files of the form it removed on submission, and names all that expired before', async () => {
  expired.add('f0').add('f2');
  const missing = open(4);
  await waitFor(() => expect(missing.current.labels).toEqual(['0.jpg', '2.jpg']));
  await act(async () => {
    expect(await missing.current.remove()).toBe(2);
  });
  expect(sent.mock.calls[0]?.slice(0, 2)).toEqual(['GET', '/api/v1/files/status']);
  expect(getIds(sent.mock.calls[0]?.[2])).toEqual(['f0', 'f1', 'f2', 'f3']);
});

it('asks nothing for a form without files', async () => {
  open(0);
  await act(async () => {});
  expect(sent).not.toHaveBeenCalled();
});

it('keeps the files while the server cannot be reached', async () => {
  sent.mockRejectedValue(new TypeError('Failed to fetch'));
  const missing = open(2);
  await act(async () => {
    await expect(missing.current.remove()).rejects.toThrow();
  });
  expect(removeFiles).not.toHaveBeenCalled();
});
