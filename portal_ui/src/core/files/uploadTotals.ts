import type { QueueState } from './uploadQueue';

/** Numbers of unfinished and of failed uploads. */
export interface UploadTotals {
  sending: number;
  failed: number;
}

export const NO_UPLOADS: UploadTotals = { sending: 0, failed: 0 };

/** Return whether uploads are unfinished or failed. */
export const hasUploads = ({ sending, failed }: UploadTotals): boolean => sending + failed > 0;

/** Count unfinished and failed uploads. */
export function countUploads(uploads: QueueState['uploads']): UploadTotals {
  const failed = uploads.filter(({ state }) => state === 'failed').length;
  return { sending: uploads.length - failed, failed };
}
