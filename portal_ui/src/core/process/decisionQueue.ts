/** Approval status of a row, as a key of the API. */
export type Approval = 'WAITING_APPROVAL' | 'APPROVED' | 'REJECTED';

export interface Decision {
  id: number;
  status: Approval;
}

/** Build the decisions of a bulk action. Rows in the target status are skipped, so the result may be empty. */
export const buildDecisions = <Row extends { id: number }>(
  rows: readonly Row[],
  target: Approval,
  getApproval: (row: Row) => Approval,
): Decision[] => rows.filter((row) => getApproval(row) !== target).map(({ id }) => ({ id, status: target }));

/** Merge two lists of decisions: per id the later one wins, at its first position. */
export function mergeDecisions(earlier: readonly Decision[], later: readonly Decision[]): Decision[] {
  const merged = new Map(earlier.map((decision) => [decision.id, decision]));
  for (const decision of later) merged.set(decision.id, decision);
  return [...merged.values()];
}

interface Hooks {
  /** Send one batch; the promise rejects if the server rejects it. */
  send: (batch: readonly Decision[]) => Promise<void>;
  /** Apply an optimistic update, or roll it back. */
  show: (decisions: readonly Decision[]) => void;
  /** Called once the queue is empty, after the last response. */
  onSettled: () => Promise<void> | void;
  /** Rows in a version conflict if the server saved the others; else null. */
  conflicts: (error: unknown) => ReadonlySet<number> | null;
  /** Called after the rejected decisions (`lost`) were rolled back. */
  failed: (error: unknown, lost: readonly Decision[]) => Promise<void> | void;
  busy: (busy: boolean) => void;
}

/**
 * Queue of decisions that are shown optimistically and sent one batch at a time.
 *
 * Decisions made while a batch is in flight form the next batch, sent with the version of the last response.
 */
export class DecisionQueue {
  private queued: readonly Decision[] = [];
  private running = false;
  /** Values to roll back to, by id, if a decision is rejected. */
  private readonly before = new Map<number, Approval>();

  constructor(private readonly hooks: Hooks) {}

  /** Queue decisions; `getApproval` returns the status that is now shown for an id. */
  add(decisions: readonly Decision[], getApproval: (id: number) => Approval): void {
    for (const { id } of decisions) if (!this.before.has(id)) this.before.set(id, getApproval(id));
    this.queued = mergeDecisions(this.queued, decisions);
    this.hooks.show(decisions);
    if (!this.running) void this.drain();
  }

  private async drain(): Promise<void> {
    this.running = true;
    this.hooks.busy(true);
    try {
      while (this.queued.length > 0) {
        const batch = this.queued;
        this.queued = [];
        try {
          await this.hooks.send(batch);
          this.confirm(batch);
        } catch (error) {
          await this.revert(error, batch);
        }
        if (this.queued.length > 0) continue;
        await this.hooks.onSettled();
        // The refetched record lacks the decisions made during the refetch.
        if (this.queued.length > 0) this.hooks.show(this.queued);
      }
    } finally {
      this.running = false;
      this.hooks.busy(false);
    }
  }

  private confirm(batch: readonly Decision[]): void {
    const queuedIds = new Set(this.queued.map(({ id }) => id));
    for (const { id, status } of batch) {
      if (queuedIds.has(id)) this.before.set(id, status);
      else this.before.delete(id);
    }
  }

  /** Roll back the rows in conflict; if nothing was saved, the batch and the queue. */
  private revert(error: unknown, batch: readonly Decision[]): Promise<void> | void {
    const rows = this.hooks.conflicts(error);
    const isLost = ({ id }: Decision) => rows === null || rows.has(id);
    const lost = mergeDecisions(batch, this.queued).filter(isLost);
    this.queued = this.queued.filter((decision) => !isLost(decision));
    this.confirm(batch.filter((decision) => !isLost(decision)));
    this.hooks.show(lost.map(({ id }) => ({ id, status: this.before.get(id) ?? 'WAITING_APPROVAL' })));
    for (const { id } of lost) this.before.delete(id);
    return this.hooks.failed(error, lost);
  }
}
