import { ApiError, buildAuthHeaders, buildUrl, markSessionExpired, NetworkError, type Query } from './http';
import { readSession } from './session';

/** Timeout in ms of an upload without progress; its connection counts as lost. */
const STALLED_AFTER_MS = 60_000;

interface UploadOptions {
  query?: Query;
  signal: AbortSignal;
  /** Callback with the progress of the upload, 0 to 1. */
  onProgress: (share: number) => void;
}

/**
 * Upload files by XMLHttpRequest, because fetch has no upload progress. Rejects with an ApiError, a NetworkError, or
 * the reason of the abort.
 */
export const uploadFormData = (path: string, files: Record<string, File>, options: UploadOptions): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const { query, signal, onProgress } = options;
    const request = new XMLHttpRequest();
    const { session } = readSession();
    let stalled: ReturnType<typeof setTimeout>;
    const watch = () => {
      clearTimeout(stalled);
      stalled = setTimeout(() => {
        request.abort();
        rejectLost();
      }, STALLED_AFTER_MS);
    };
    const settle = () => {
      clearTimeout(stalled);
      signal.removeEventListener('abort', cancel);
    };
    const rejectLost = () => {
      settle();
      reject(new NetworkError());
    };
    const cancel = () => {
      settle();
      request.abort();
      reject(signal.reason);
    };

    request.open('POST', buildUrl(path, query));
    request.responseType = 'json';
    for (const [name, value] of Object.entries(buildAuthHeaders())) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      watch();
      if (total > 0) onProgress(loaded / total);
    });
    request.addEventListener('error', rejectLost);
    request.addEventListener('load', () => {
      settle();
      const response: unknown = request.response; // null if it is not JSON
      if (request.status >= 200 && request.status < 300) return resolve(response);
      const error = new ApiError(request.status, typeof response === 'object' && response !== null ? response : {});
      // As in http.ts: a 401 for an older token does not concern a session that began since.
      if (error.endsSession && session && readSession().session?.token === session.token) markSessionExpired();
      reject(error);
    });

    if (signal.aborted) return cancel();
    signal.addEventListener('abort', cancel);
    watch();
    const form = new FormData();
    for (const [field, file] of Object.entries(files)) form.append(field, file, file.name);
    request.send(form);
  });
