import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { beginsAsPicture, isPicture, preparePicture } from './pictures';
import { sendFile } from './sendFile';
import { canShrink, prepareFile } from './shrink';
import type { UploadedFile } from './types';
import { type QueueState, UploadQueue } from './uploadQueue';

/** A queue that sends to the portal; photos are made smaller on the way. */
export function newUploadQueue(maxBytes: number, onUploaded: (file: UploadedFile) => void): UploadQueue {
  return new UploadQueue({ maxBytes, send: sendFile, prepare: prepareFile, onUploaded });
}

/** A queue that takes pictures only and makes each of them smaller than `maxBytes`. */
export function newPictureQueue(maxBytes: number, onUploaded: (file: UploadedFile) => void): UploadQueue {
  return new UploadQueue({
    maxBytes,
    send: sendFile,
    prepare: (file) => preparePicture(file, maxBytes),
    onUploaded,
    takes: isPicture,
    isGenuine: beginsAsPicture,
    willShrink: canShrink,
  });
}

/** The uploads of a queue, as they are now. */
export function useQueueState(queue: UploadQueue): QueueState {
  return useSyncExternalStore(queue.subscribe, queue.getState);
}

/** A queue of the component's own, stopped when it goes; what the line dropped is sent again when it is back. */
export function useUploadQueue(
  maxBytes: number,
  onUploaded: (file: UploadedFile) => void,
  newQueue: typeof newUploadQueue = newUploadQueue,
): UploadQueue {
  const latest = useRef(onUploaded);
  useEffect(() => {
    latest.current = onUploaded;
  });
  const [queue] = useState(() => newQueue(maxBytes, (file) => latest.current(file)));
  useEffect(() => {
    window.addEventListener('online', queue.retryLost);
    return () => {
      window.removeEventListener('online', queue.retryLost);
      queue.stop();
    };
  }, [queue]);
  return queue;
}
