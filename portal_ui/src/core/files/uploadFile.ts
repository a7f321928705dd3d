import { ApiError, NetworkError } from '../../api/http';
import type { UploadedFile } from '../../api/types';
import { postForm } from '../../api/uploadFormData';
import { type Sender, UploadError, type UploadFailure } from './uploadQueue';

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

const post = async (path: string, ...[file, signal, onProgress]: Parameters<Sender>): Promise<UploadedFile> => {
  try {
    const answer = await postForm(path, { file }, { signal, onProgress });
    if (isUploaded(answer)) return answer;
    throw new UploadError({ why: 'server', message: null });
  } catch (error) {
    if (error instanceof NetworkError) throw new UploadError({ why: 'line' });
    throw error instanceof ApiError ? new UploadError(failureOf(error)) : error;
  }
};
