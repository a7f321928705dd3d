import { Listeners } from '../../../api/listeners';
import type { UploadedFile } from '../../../api/types';
import type { UploadQueue } from '../../../core/files/uploadQueue';
import { createUploadQueue } from '../../../core/files/uploads';
import { countUploads, NO_UPLOADS, type UploadTotals } from '../../../core/files/uploadTotals';

/**
 * Upload queues by unit, created on first use.
 * Uploads continue while the row of a unit is unmounted by virtual scrolling.
 */
export class UnitUploads {
  private readonly queues = new Map<string, UploadQueue>();
  private readonly listeners = new Listeners();
  private totals = NO_UPLOADS;

  constructor(
    private readonly maxBytes: number,
    private readonly onUploaded: (unitId: string, file: UploadedFile) => void,
  ) {}

  getQueue(unitId: string): UploadQueue {
    const known = this.queues.get(unitId);
    if (known) return known;
    const queue = createUploadQueue(this.maxBytes, (file) => this.onUploaded(unitId, file));
    queue.subscribe(this.count);
    this.queues.set(unitId, queue);
    return queue;
  }

  /** Cancel the uploads of units that were removed. */
  drop(unitIds: readonly string[]): void {
    for (const unitId of unitIds) {
      this.queues.get(unitId)?.stop();
      this.queues.delete(unitId);
    }
    this.count();
  }

  stop(): void {
    this.drop([...this.queues.keys()]);
  }

  retryLost = (): void => {
    for (const queue of this.queues.values()) queue.retryLost();
  };

  readonly subscribe = this.listeners.subscribe;

  getTotals = (): UploadTotals => this.totals;

  /** Return the units with a failed upload. */
  getFailedUnits(): Set<string> {
    const failed = [...this.queues].filter(([, queue]) =>
      queue.getState().uploads.some(({ state }) => state === 'failed'),
    );
    return new Set(failed.map(([unitId]) => unitId));
  }

  private count = (): void => {
    const totals = countUploads([...this.queues.values()].flatMap((queue) => queue.getState().uploads));
    if (totals.failed === this.totals.failed && totals.sending === this.totals.sending) return;
    this.totals = totals;
    this.listeners.notify();
  };
}
