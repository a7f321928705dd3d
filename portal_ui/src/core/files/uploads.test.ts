// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createUploadQueue, useRetryWhenOnline } from './uploads';

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Mock XMLHttpRequest with one response; returns the requested paths. */
const mockResponse = (status: number, response: unknown): string[] => {
  const requests: string[] = [];
  class Answering extends EventTarget {
    upload = new EventTarget();
    status = status;
    response = response;
    responseType = '';
    setRequestHeader = () => {};
    abort = () => {};
    open = (_: string, path: string) => requests.push(path);
    send = () => this.dispatchEvent(new Event('load'));
  }
  vi.stubGlobal('XMLHttpRequest', Answering);
  return requests;
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each([
  [true, '/api/v1/files/upload?image=true'],
  [false, '/api/v1/files/upload'],
])('asks the server to validate images where only images are accepted (%s)', async (pictures, path) => {
  const requests = mockResponse(200, { id: 'f1', name: 'a.png', type: 'image/png', size: 8 });
  const uploaded = vi.fn();
  createUploadQueue(1_000_000, uploaded, pictures).add([new File([PNG], 'a.png')], 1);
  await vi.waitFor(() => expect(uploaded).toHaveBeenCalled());
  expect(requests).toEqual([path]);
});

test('keeps an image that the server rejects, with the reason', async () => {
  mockResponse(415, { code: 'UNSUPPORTED_FILE', message: 'Not here', fields: { file: ['Damaged'] } });
  const queue = createUploadQueue(1_000_000, vi.fn(), true);
  queue.add([new File([PNG], 'a.png')], 1);
  await vi.waitFor(() => expect(queue.getState().uploads[0]?.state).toBe('failed'));
  expect(queue.getState().uploads[0]?.failure).toEqual({ reason: 'kind', message: 'Damaged' });
});

test.each([
  [413, { reason: 'size', message: 'No' }],
  [401, { reason: 'session', message: 'No' }],
  [429, { reason: 'busy', message: 'No' }],
  [503, { reason: 'busy', message: 'No' }],
  [502, { reason: 'connection' }],
  [504, { reason: 'connection' }],
  [500, { reason: 'server', message: 'No' }],
  [200, { reason: 'server', message: null }],
])('shows why a file was not uploaded: status %i', async (status, failure) => {
  mockResponse(status, { message: 'No' });
  const queue = createUploadQueue(1_000_000, vi.fn());
  queue.add([new File([PNG], 'a.png')], 1);
  await vi.waitFor(() => expect(queue.getState().uploads[0]?.state).toBe('failed'));
  expect(queue.getState().uploads[0]?.failure).toEqual(failure);
});

test('retries lost uploads once the browser is online again, and cancels all when the form is left', () => {
  const uploads = { retryLost: vi.fn(), stop: vi.fn() };
  // Without StrictMode, which also leaves the form once.
  const { unmount } = renderHook(() => useRetryWhenOnline(uploads), { reactStrictMode: false });
  window.dispatchEvent(new Event('online'));
  expect(uploads.retryLost).toHaveBeenCalledTimes(1);
  expect(uploads.stop).not.toHaveBeenCalled();
  unmount();
  window.dispatchEvent(new Event('online'));
  expect(uploads.stop).toHaveBeenCalledTimes(1);
  expect(uploads.retryLost).toHaveBeenCalledTimes(1);
});
