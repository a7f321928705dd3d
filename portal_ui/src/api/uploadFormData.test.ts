// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, clearSessionExpiry, hasSessionExpired, NetworkError } from './http';
import { clearSession, readSession, startSession } from './session';
import { uploadFormData } from './uploadFormData';

/** Request that the test responds to. */
class PendingRequest extends EventTarget {
  static last: PendingRequest;
  upload = new EventTarget();
  status = 0;
  response: unknown = null;
  responseType = '';
  url = '';
  headers: Record<string, string> = {};
  form = new FormData();
  abort = vi.fn();
  open = (_: string, url: string) => {
    this.url = url;
    PendingRequest.last = this;
  };
  setRequestHeader = (name: string, value: string) => {
    this.headers[name] = value;
  };
  send = vi.fn((form: FormData) => {
    this.form = form;
  });

  respond(status: number, response: unknown) {
    Object.assign(this, { status, response });
    this.dispatchEvent(new Event('load'));
  }

  progress(loaded: number, total: number) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }));
  }
}

const session = { identification: 'ana', token: 'the-token', permissions: ['CLIENT'] } as const;
const file = new File(['photo'], 'señal.png');
const onProgress = vi.fn();

function upload(abort = new AbortController()) {
  const result = uploadFormData('/api/upload', { file }, { query: { image: true }, signal: abort.signal, onProgress });
  // Each test awaits the result later.
  result.catch(() => undefined);
  return { result, abort, request: PendingRequest.last };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', PendingRequest);
  startSession({ ...session, permissions: [...session.permissions] });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  clearSession();
  clearSessionExpiry();
  onProgress.mockReset();
});

it('sends a file under its name with the token of the session, and reports the progress', async () => {
  const { result, request } = upload();
  expect(request.url).toBe('/api/upload?image=true');
  expect(request.headers.Authorization).toBe('the-token');
  expect((request.form.get('file') as File).name).toBe('señal.png');
  request.progress(50, 200);
  request.progress(0, 0);
  expect(onProgress.mock.calls).toEqual([[0.25]]);
  request.respond(200, { id: 'f1' });
  expect(await result).toEqual({ id: 'f1' });
});

it('stops sending when the upload is canceled, and sends nothing if it was canceled before', async () => {
  const { result, abort, request } = upload();
  abort.abort('canceled');
  expect(request.abort).toHaveBeenCalled();
  await expect(result).rejects.toBe('canceled');
  const late = upload(abort);
  await expect(late.result).rejects.toBe('canceled');
  expect(late.request.send).not.toHaveBeenCalled();
});

it('counts an upload as lost after a minute without progress, and never a slow one', async () => {
  const { result, request } = upload();
  for (const part of [1, 2, 3]) {
    vi.advanceTimersByTime(59_000);
    request.progress(part, 4);
  }
  expect(request.abort).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(request.abort).toHaveBeenCalled();
  await expect(result).rejects.toBeInstanceOf(NetworkError);
});

it('rejects with the error of the server, or with a lost connection', async () => {
  const refused = upload();
  refused.request.respond(413, { message: 'Too large.' });
  await expect(refused.result).rejects.toMatchObject({ status: 413, message: 'Too large.' });
  const gateway = upload();
  gateway.request.respond(502, null);
  await expect(gateway.result).rejects.toBeInstanceOf(ApiError);
  const lost = upload();
  lost.request.dispatchEvent(new Event('error'));
  await expect(lost.result).rejects.toBeInstanceOf(NetworkError);
});

it('ends the session if its token is rejected, but not one that began since', async () => {
  const older = upload();
  startSession({ ...session, token: 'newer', permissions: ['CLIENT'] });
  older.request.respond(401, { code: 'TOKEN_EXPIRED' });
  await expect(older.result).rejects.toBeInstanceOf(ApiError);
  expect(readSession().session?.token).toBe('newer');
  const current = upload();
  current.request.respond(401, { code: 'TOKEN_EXPIRED' });
  await expect(current.result).rejects.toBeInstanceOf(ApiError);
  expect(readSession().session).toBeNull();
});

it('is over once it is answered: nothing that happens later cancels it', async () => {
  const { result, abort, request } = upload();
  request.respond(200, { id: 'f1' });
  vi.advanceTimersByTime(60_000);
  abort.abort('canceled');
  expect(request.abort).not.toHaveBeenCalled();
  expect(await result).toEqual({ id: 'f1' });
});

it('does not count a canceled or lost upload as lost once more', async () => {
  const canceled = upload();
  canceled.abort.abort('canceled');
  const lost = upload();
  lost.request.dispatchEvent(new Event('error'));
  vi.advanceTimersByTime(60_000);
  expect(canceled.request.abort).toHaveBeenCalledTimes(1);
  expect(lost.request.abort).not.toHaveBeenCalled();
  await expect(canceled.result).rejects.toBe('canceled');
  await expect(lost.result).rejects.toBeInstanceOf(NetworkError);
});

it('ends no session without one, and reads the response as JSON', async () => {
  clearSession();
  const { result, request } = upload();
  expect([request.responseType, 'Authorization' in request.headers]).toEqual(['json', false]);
  request.respond(401, { code: 'TOKEN_INVALID' });
  await expect(result).rejects.toMatchObject({ status: 401 });
  expect(hasSessionExpired()).toBe(false);
});
