import { ApiError, NetworkError } from '../../api/http';
import type { UploadedFile } from '../../api/types';
import { uploadFormData } from '../../api/uploadFormData';
import { UploadError, type UploadFailure, type UploadFunction } from './uploadQueue';

const isUploaded = (value: unknown): value is UploadedFile =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';

/** Return the reason why the server rejected a file, from its response. */
const toUploadFailure = (error: ApiError): UploadFailure => {
  // The message of the field is more specific.
  const message = Object.values(error.fields).flat()[0] ?? (error.message || null);
  if (error.status === 413) return { reason: 'size', message };
  if (error.status === 415) return { reason: 'kind', message };
  if (error.status === 401) return { reason: 'session', message };
  if (error.status === 429 || error.status === 503) return { reason: 'busy', message };
  // A proxy cannot reach the server: treated like a lost connection.
  if (error.status === 502 || error.status === 504) return { reason: 'connection' };
  return { reason: 'server', message };
};

/** Upload one file. */
export const uploadFile: UploadFunction = (...sent) => postFile('/api/v1/files/upload', ...sent);

/** Upload one image; the server rejects unusable ones before the form is saved. */
export const uploadPicture: UploadFunction = (...sent) => postFile('/api/v1/files/upload?image=true', ...sent);

const postFile = async (
  path: string,
  ...[file, signal, onProgress]: Parameters<UploadFunction>
): Promise<UploadedFile> => {
  try {
    const response = await uploadFormData(path, { file }, { signal, onProgress });
    if (isUploaded(response)) return response;
    throw new UploadError({ reason: 'server', message: null });
  } catch (error) {
    if (error instanceof NetworkError) throw new UploadError({ reason: 'connection' });
    throw error instanceof ApiError ? new UploadError(toUploadFailure(error)) : error;
  }
};
