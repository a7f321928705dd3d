import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UploadedFile } from '../../api/types';
import { deleteLocalThumbnail, getLocalThumbnail } from './localThumbnails';
import type { PreparedFile } from './resizeImage';
import { UploadError, type UploadFunction, UploadQueue } from './uploadQueue';

interface Sent {
  file: File;
  signal: AbortSignal;
  progress: (share: number) => void;
  finish: () => void;
  fail: (error: unknown) => void;
}

const prepareUnchanged = async (chosen: File): Promise<PreparedFile> => ({ file: chosen, thumb: null });

const setUp = (maxBytes = 1_000, prepare = prepareUnchanged) => {
  const sent: Sent[] = [];
  const uploaded: UploadedFile[] = [];
  const send: UploadFunction = (file, signal, progress) =>
    new Promise((resolve, reject) => {
      const finish = () => resolve({ id: `id-${file.name}`, name: file.name, type: file.type, size: file.size });
      sent.push({ file, signal, progress, finish, fail: reject });
    });
  const queue = new UploadQueue({
    maxBytes,
    send,
    prepare,
    onUploaded: (file) => uploaded.push(file),
  });
  return { queue, sent, uploaded };
};

const file = (name: string, size = 10) => new File(['x'.repeat(size)], name, { type: 'text/plain' });
/** Flush promises and timers that are due. */
const flushTimers = () => vi.advanceTimersByTimeAsync(0);
const listUploads = (queue: UploadQueue) => queue.getState().uploads.map(({ name, state }) => `${name} ${state}`);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('upload queue', () => {
  it('uploads two files at a time and the others after them', async () => {
    const { queue, sent, uploaded } = setUp();
    queue.add([file('a'), file('b'), file('c')], 5);
    await flushTimers();
    expect(listUploads(queue)).toEqual(['a sending', 'b sending', 'c waiting']);
    sent[0]?.progress(0.4);
    expect(queue.getState().uploads[0]?.progress).toBe(0.4);
    sent[0]?.finish();
    await flushTimers();
    expect(uploaded.map(({ id }) => id)).toEqual(['id-a']);
    expect(listUploads(queue)).toEqual(['b sending', 'c sending']);
  });

  it('counts unfinished uploads toward the maximum count', async () => {
    const { queue } = setUp();
    queue.add([file('a'), file('b')], 3);
    queue.add([file('c'), file('d')], 3);
    expect(queue.getState().uploads.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(queue.getState().rejected).toEqual([{ name: 'd', reason: 'count' }]);
    queue.dismissRejected();
    expect(queue.getState().rejected).toEqual([]);
  });

  it('aborts a canceled upload and continues with the next', async () => {
    const { queue, sent, uploaded } = setUp();
    queue.add([file('a'), file('b'), file('c')], 5);
    await flushTimers();
    queue.cancel(queue.getState().uploads[0]?.key ?? '');
    expect(sent[0]?.signal.aborted).toBe(true);
    sent[0]?.finish();
    await flushTimers();
    expect(uploaded).toEqual([]);
    expect(listUploads(queue)).toEqual(['b sending', 'c sending']);
  });

  it('keeps a file whose connection was lost and retries it', async () => {
    const { queue, sent, uploaded } = setUp();
    queue.add([file('a'), file('b')], 5);
    await flushTimers();
    sent[0]?.fail(new UploadError({ reason: 'connection' }));
    sent[1]?.fail(new UploadError({ reason: 'kind', message: 'Not a picture.' }));
    await flushTimers();
    expect(listUploads(queue)).toEqual(['a failed', 'b failed']);
    queue.retryLost();
    await flushTimers();
    expect(listUploads(queue)).toEqual(['a sending', 'b failed']);
    sent[2]?.finish();
    await flushTimers();
    expect(uploaded.map(({ name }) => name)).toEqual(['a']);
  });

  it('rejects a photo that is too large even after resizing', async () => {
    const { queue } = setUp();
    const photo = new File(['x'], 'photo.jpg', { type: 'image/jpeg' });
    Object.defineProperty(photo, 'size', { value: 3_000_000 });
    queue.add([photo], 5);
    await flushTimers();
    expect(queue.getState().uploads[0]?.failure).toEqual({ reason: 'size', message: null });
  });

  it('uploads the original file if it cannot be decoded', async () => {
    const send = vi.fn<UploadFunction>(() => new Promise(() => undefined));
    const queue = new UploadQueue({
      maxBytes: 1_000,
      send,
      prepare: () => Promise.reject(new Error('damaged')),
      onUploaded: () => undefined,
    });
    queue.add([file('a'), file('b')], 5);
    await flushTimers();
    expect(send).toHaveBeenCalledTimes(2);
  });

  it('revokes the thumbnails of canceled and stopped uploads, but not of finished ones', async () => {
    const revoked = vi.spyOn(URL, 'revokeObjectURL');
    const { queue, sent } = setUp(1_000, async (chosen) => ({ file: chosen, thumb: new Blob(['x']) }));
    queue.add([file('a'), file('b'), file('c')], 5);
    await flushTimers();
    const [first, second] = queue.getState().uploads;
    sent[0]?.finish();
    await flushTimers();
    expect(revoked).not.toHaveBeenCalled();
    queue.cancel(second?.key ?? '');
    expect(revoked.mock.calls).toEqual([[second?.thumbUrl]]);
    await flushTimers();
    const third = queue.getState().uploads[0]?.thumbUrl;
    queue.stop();
    expect(revoked.mock.calls).toEqual([[second?.thumbUrl], [third]]);
    expect(first?.thumbUrl).toMatch(/^blob:/);
    revoked.mockRestore();
  });

  it('notifies its listeners and drops all uploads when stopped', async () => {
    const { queue, sent } = setUp();
    const listener = vi.fn();
    const leave = queue.subscribe(listener);
    queue.add([file('a')], 5);
    await flushTimers();
    queue.stop();
    expect(listener).toHaveBeenCalled();
    expect(sent[0]?.signal.aborted).toBe(true);
    expect(queue.getState()).toEqual({ uploads: [], rejected: [] });
    leave();
  });
});

describe('a prepared file', () => {
  const prepareSmaller = vi.fn(
    async (chosen: File): Promise<PreparedFile> => ({ file: file(chosen.name, 4), thumb: new Blob(['x']) }),
  );

  beforeEach(() => void prepareSmaller.mockClear());

  it('is sent in its reduced size, with a thumbnail that stays after the upload', async () => {
    const { queue, sent } = setUp(1_000, prepareSmaller);
    queue.add([file('reduced', 10)], 5);
    await flushTimers();
    expect(sent[0]?.file.size).toBe(4);
    const [upload] = queue.getState().uploads;
    expect(upload).toMatchObject({ size: 10, sentSize: 4, thumbUrl: expect.stringMatching(/^blob:/) });
    expect(getLocalThumbnail('id-reduced')).toBeNull();
    sent[0]?.finish();
    await flushTimers();
    expect(getLocalThumbnail('id-reduced')).toBe(upload?.thumbUrl);
    const revoked = vi.spyOn(URL, 'revokeObjectURL');
    deleteLocalThumbnail('id-reduced');
    expect(revoked.mock.calls).toEqual([[upload?.thumbUrl]]);
    expect(getLocalThumbnail('id-reduced')).toBeNull();
    deleteLocalThumbnail('id-reduced');
    expect(revoked).toHaveBeenCalledTimes(1);
    revoked.mockRestore();
  });

  it('is prepared once, also if it is sent again from the start', async () => {
    const { queue, sent } = setUp(1_000, prepareSmaller);
    queue.add([file('a', 10)], 5);
    await flushTimers();
    sent[0]?.progress(0.7);
    sent[0]?.fail(new Error('unexpected'));
    await flushTimers();
    const [upload] = queue.getState().uploads;
    expect(upload).toMatchObject({ state: 'failed', failure: { reason: 'server', message: null } });
    queue.retry(upload?.key ?? '');
    await flushTimers();
    expect(queue.getState().uploads[0]).toMatchObject({ state: 'sending', failure: null, progress: 0 });
    expect(sent[1]?.file.size).toBe(4);
    expect(prepareSmaller).toHaveBeenCalledTimes(1);
  });

  it('is decoded one at a time', async () => {
    const finish: (() => void)[] = [];
    const prepare = (chosen: File) =>
      new Promise<PreparedFile>((resolve) => finish.push(() => resolve({ file: chosen, thumb: null })));
    const { queue, sent } = setUp(1_000, prepare);
    queue.add([file('a'), file('b')], 5);
    await flushTimers();
    expect(listUploads(queue)).toEqual(['a preparing', 'b preparing']);
    expect(finish).toHaveLength(1);
    finish[0]?.();
    await flushTimers();
    expect([finish.length, sent.length]).toEqual([2, 1]);
  });

  it('is not sent if it was canceled meanwhile', async () => {
    let finish = () => {};
    const prepare = (chosen: File) =>
      new Promise<PreparedFile>((resolve) => (finish = () => resolve({ file: chosen, thumb: null })));
    const { queue, sent } = setUp(1_000, prepare);
    queue.add([file('a')], 5);
    await flushTimers();
    queue.cancel(queue.getState().uploads[0]?.key ?? '');
    finish();
    await flushTimers();
    expect(sent).toEqual([]);
  });
});

it('rejects a file of exactly the size limit', async () => {
  const { queue, sent } = setUp(10);
  queue.add([file('a', 10), file('b', 9)], 5);
  await flushTimers();
  expect(queue.getState().rejected).toEqual([{ name: 'a', reason: 'size' }]);
  expect(sent.map((each) => each.file.name)).toEqual(['b']);
});

it('replaces the files rejected before by those of the next choice', async () => {
  const { queue } = setUp();
  queue.add([file('a', 0)], 5);
  queue.add([file('b')], 5);
  expect(queue.getState().rejected).toEqual([]);
});

it('starts no third upload while two are prepared or sent', async () => {
  const { queue } = setUp();
  queue.add([file('a'), file('b')], 5);
  queue.add([file('c')], 5);
  expect(listUploads(queue).at(-1)).toBe('c waiting');
  await flushTimers();
  queue.add([file('d')], 5);
  await flushTimers();
  expect(listUploads(queue)).toEqual(['a sending', 'b sending', 'c waiting', 'd waiting']);
});

it('does not decode a file that was canceled while another is decoded', async () => {
  let finish = () => {};
  const prepare = vi.fn(
    (chosen: File) => new Promise<PreparedFile>((resolve) => (finish = () => resolve({ file: chosen, thumb: null }))),
  );
  const { queue, sent } = setUp(1_000, prepare);
  queue.add([file('a'), file('b')], 5);
  await flushTimers();
  queue.cancel(queue.getState().uploads[1]?.key ?? '');
  finish();
  await flushTimers();
  expect(prepare).toHaveBeenCalledTimes(1);
  expect(sent.map((each) => each.file.name)).toEqual(['a']);
});

it('rejects a file that has exactly the size limit after its preparation', async () => {
  const { queue, sent } = setUp(10, async (chosen) => ({ file: file(chosen.name, 10), thumb: null }));
  queue.add([file('a', 9)], 5);
  await flushTimers();
  expect(queue.getState().uploads[0]?.failure).toEqual({ reason: 'size', message: null });
  expect(sent).toEqual([]);
});
