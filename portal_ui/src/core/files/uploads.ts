import { useEffect, useSyncExternalStore } from 'react';
import type { UploadedFile } from '../../api/types';
import { isPreviewable } from './fileRules';
import { canResize, resizeIfLarge } from './resizeImage';
import { uploadFile, uploadPicture } from './uploadFile';
import { type QueueState, UploadQueue } from './uploadQueue';

/** Create an upload queue that resizes large photos. `pictures`: only images, each resized below `maxBytes`. */
export function createUploadQueue(
  maxBytes: number,
  onUploaded: (file: UploadedFile) => void,
  pictures = false,
): UploadQueue {
  const shared = { maxBytes, send: uploadFile, onUploaded };
  if (!pictures) return new UploadQueue({ ...shared, prepare: (file) => resizeIfLarge(file) });
  return new UploadQueue({
    ...shared,
    send: uploadPicture,
    prepare: (file) => resizeIfLarge(file, maxBytes),
    accepts: ({ name }) => isPreviewable(name),
    willResize: canResize,
  });
}

/** Subscribe to the state of an upload queue. */
export function useUploadQueueState(queue: UploadQueue): QueueState {
  return useSyncExternalStore(queue.subscribe, queue.getState);
}

/** Retry lost uploads when the browser is online again; cancel all on unmount. */
export function useRetryWhenOnline(uploads: { retryLost: () => void; stop: () => void }): void {
  useEffect(() => {
    window.addEventListener('online', uploads.retryLost);
    return () => {
      window.removeEventListener('online', uploads.retryLost);
      uploads.stop();
    };
  }, [uploads]);
}
