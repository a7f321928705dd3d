import { useEffect, useSyncExternalStore } from 'react';
import type { UploadedFile } from '../../api/types';
import { isPreviewable } from './fileRules';
import { canShrink, prepareFile } from './resizeImage';
import { sendFile, sendPicture } from './uploadFile';
import { type QueueState, UploadQueue } from './uploadQueue';

/** A queue that sends to the portal. Photos are made smaller on the way; each of `pictures`, below `maxBytes`. */
export function newUploadQueue(
  maxBytes: number,
  onUploaded: (file: UploadedFile) => void,
  pictures = false,
): UploadQueue {
  const shared = { maxBytes, send: sendFile, onUploaded };
  if (!pictures) return new UploadQueue({ ...shared, prepare: (file) => prepareFile(file) });
  return new UploadQueue({
    ...shared,
    send: sendPicture,
    prepare: (file) => prepareFile(file, maxBytes),
    takes: ({ name }) => isPreviewable(name),
    willShrink: canShrink,
  });
}

/** The uploads of a queue, as they are now. */
export function useQueueState(queue: UploadQueue): QueueState {
  return useSyncExternalStore(queue.subscribe, queue.getState);
}

/** What the line dropped is sent again when it is back, until the component goes: then everything is stopped. */
export function useRetryOnline(uploads: { retryLost: () => void; stop: () => void }): void {
  useEffect(() => {
    window.addEventListener('online', uploads.retryLost);
    return () => {
      window.removeEventListener('online', uploads.retryLost);
      uploads.stop();
    };
  }, [uploads]);
}
