import { ApiError, authHeaders, expireSession } from '../../server/http';
import { readSession } from '../../server/session';
import type { UploadedFile } from '../../server/types';
import { type Sender, UploadError, type UploadFailure } from './uploadQueue';

/** A connection on which nothing has moved for this long is lost, whatever the browser believes. */
const STALLED_AFTER_MS = 60_000;

const isUploaded = (value: unknown): value is UploadedFile =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';

/** Why the server did not take a file, from its answer. */
const failureOf = (error: ApiError): UploadFailure => {
  const message = error.message || null;
  if (error.status === 413) return { why: 'size', message };
  if (error.status === 415) return { why: 'kind', message };
  if (error.status === 401) return { why: 'session', message };
  if (error.status === 429 || error.status === 503) return { why: 'busy', message };
  // A proxy in front of the server that cannot reach it: the same as a lost line.
  if (error.status === 502 || error.status === 504) return { why: 'line' };
  return { why: 'server', message: Object.values(error.fields).flat()[0] ?? message };
};

/** Uploads one file. */
export const sendFile: Sender = (...sent) => post('/api/v1/files/upload', ...sent);

/** Uploads one picture; what cannot be shown as one is refused at once, not when the form is saved. */
export const sendPicture: Sender = (...sent) => post('/api/v1/files/upload?image=true', ...sent);

/** XMLHttpRequest, because fetch cannot tell how much has been sent. */
const post = (path: string, ...[file, signal, onProgress]: Parameters<Sender>): Promise<UploadedFile> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const { session } = readSession();
    let stalled: ReturnType<typeof setTimeout>;
    const watch = () => {
      clearTimeout(stalled);
      stalled = setTimeout(() => {
        request.abort();
        lost();
      }, STALLED_AFTER_MS);
    };
    const settle = () => {
      clearTimeout(stalled);
      signal.removeEventListener('abort', cancel);
    };
    const lost = () => {
      settle();
      reject(new UploadError({ why: 'line' }));
    };
    const cancel = () => {
      settle();
      request.abort();
      reject(signal.reason);
    };

    request.open('POST', path);
    request.responseType = 'json';
    for (const [name, value] of Object.entries(authHeaders())) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      watch();
      if (total > 0) onProgress(loaded / total);
    });
    request.addEventListener('error', lost);
    request.addEventListener('load', () => {
      settle();
      const answer: unknown = request.response; // Null where it is no JSON.
      if (request.status >= 200 && request.status < 300 && isUploaded(answer)) return resolve(answer);
      const error = new ApiError(request.status, typeof answer === 'object' && answer !== null ? answer : {});
      // As in server/http.ts: an answer to an older token says nothing about a session that began since.
      if (error.endsSession && session && readSession().session?.token === session.token) expireSession();
      reject(new UploadError(failureOf(error)));
    });

    if (signal.aborted) return cancel();
    signal.addEventListener('abort', cancel);
    watch();
    const form = new FormData();
    form.append('file', file, file.name);
    request.send(form);
  });
