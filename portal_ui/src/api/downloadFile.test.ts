// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { downloadFile, downloadOrEnqueue } from './download';
import { NetworkError } from './http';

const fetched = vi.fn<typeof fetch>();
/** Names under which the browser saved files. */
let savedNames: string[] = [];

const named = (name: string) => ({ 'Content-Disposition': `attachment; filename="${name}"` });
const respond = (body: BodyInit | null, status = 200, headers: Record<string, string> = {}) =>
  fetched.mockResolvedValueOnce(new Response(body, { status, headers }));

/** Respond with a body that fails after its first bytes. */
function respondWithCutOff(error: unknown) {
  const read = vi
    .fn()
    .mockResolvedValueOnce({ done: false, value: new Uint8Array(3) })
    .mockRejectedValue(error);
  const response = { ok: true, status: 200, headers: new Headers(), body: { getReader: () => ({ read }) } };
  fetched.mockResolvedValueOnce(response as unknown as Response);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  savedNames = [];
  vi.stubGlobal('fetch', fetched);
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = vi.fn();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    savedNames.push(this.download);
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  fetched.mockReset();
});

it('saves a file under the name of the server, or else the name of the page', async () => {
  respond('rows', 200, named('repairs.xlsx'));
  expect(await downloadFile('/x', { fallbackName: 'list.xlsx' })).toBe('repairs.xlsx');
  respond('rows');
  expect(await downloadFile('/x', { fallbackName: 'list.xlsx' })).toBe('list.xlsx');
  expect(savedNames).toEqual(['repairs.xlsx', 'list.xlsx']);
});

it('reports the received bytes, with their total if the server names it', async () => {
  const onProgress = vi.fn();
  respond('12345', 200, { 'Content-Length': '5' });
  await downloadFile('/x', { onProgress });
  respond('12345');
  await downloadFile('/x', { onProgress });
  expect(onProgress.mock.calls).toEqual([
    [5, 5],
    [5, undefined],
  ]);
});

it('saves no file whose connection is lost half-way, and reports a lost connection', async () => {
  respondWithCutOff(new TypeError('terminated'));
  await expect(downloadFile('/x', { onProgress: () => {} })).rejects.toBeInstanceOf(NetworkError);
  expect(savedNames).toEqual([]);
});

it('reports a canceled download as canceled, not as a lost connection', async () => {
  const abort = new AbortController();
  const canceled = new DOMException('', 'AbortError');
  respondWithCutOff(canceled);
  const onProgress = () => abort.abort();
  await expect(downloadFile('/x', { signal: abort.signal, onProgress })).rejects.toBe(canceled);
  expect(savedNames).toEqual([]);
});

it('returns the job of a large export without saving its response', async () => {
  respond('{"jobId": "j1"}', 202);
  expect(await downloadOrEnqueue('/x', { body: { ids: [1] } })).toEqual({ jobId: 'j1' });
  expect(savedNames).toEqual([]);
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({ method: 'POST', body: '{"ids":[1]}' });
});

it('sends the query and no body with a download, and downloads a small export', async () => {
  respond('rows', 200, named('repairs.xlsx'));
  expect(await downloadOrEnqueue('/x', { query: { sort: 'id,ASC', none: '' } })).toEqual({ name: 'repairs.xlsx' });
  const [url, init] = fetched.mock.calls[0] ?? [];
  expect([url, init?.method, init?.body]).toEqual(['/x?sort=id%2CASC', undefined, undefined]);
  expect(savedNames).toEqual(['repairs.xlsx']);
  respond('rows');
  await downloadFile('/x', { body: null });
  expect(fetched.mock.calls[1]?.[1]).toMatchObject({ method: 'POST', body: 'null' });
  expect(new Headers(fetched.mock.calls[1]?.[1]?.headers).get('Content-Type')).toBe('application/json');
  expect(savedNames).toEqual(['repairs.xlsx', 'download']);
});

it('saves all parts of a file, with its type', async () => {
  const saved = vi.fn((_: Blob) => 'blob:file');
  URL.createObjectURL = saved as never;
  const read = vi.fn().mockResolvedValue({ done: true });
  for (const length of [3, 3]) read.mockResolvedValueOnce({ done: false, value: new Uint8Array(length) });
  const headers = new Headers({ 'Content-Type': 'text/csv' });
  fetched.mockResolvedValueOnce({ ok: true, status: 200, headers, body: { getReader: () => ({ read }) } } as never);
  const onProgress = vi.fn();
  await downloadFile('/x', { onProgress });
  expect(onProgress.mock.calls.map(([received]) => received)).toEqual([3, 6]);
  const blob = saved.mock.calls[0]?.[0];
  expect([blob?.size, blob?.type]).toEqual([6, 'text/csv']);
});

it('releases a saved file a minute later, not before the browser has read it', async () => {
  respond('rows');
  await downloadFile('/x');
  vi.advanceTimersByTime(59_999);
  expect(URL.revokeObjectURL).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:file');
});

it('saves no error response', async () => {
  respond('{"message": "Not yours"}', 403, named('repairs.xlsx'));
  await expect(downloadFile('/x')).rejects.toMatchObject({ status: 403, message: 'Not yours' });
  expect(savedNames).toEqual([]);
});
