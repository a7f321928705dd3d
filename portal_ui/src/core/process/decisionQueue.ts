/** The three values of an approval, as plain keys of the server. */
export type Approval = 'WAITING_APPROVAL' | 'APPROVED' | 'REJECTED';

export interface Decision {
  id: number;
  status: Approval;
}

/**
 * Decisions of a bulk action: ids that are not yet in the target status. Those already there are skipped, and an empty
 * result means that nothing is to be done.
 */
export const buildDecisions = <Row extends { id: number }>(
  rows: readonly Row[],
  target: Approval,
  approvalOf: (row: Row) => Approval,
): Decision[] => rows.filter((row) => approvalOf(row) !== target).map(({ id }) => ({ id, status: target }));

/** Merge decisions: later ones on the same id replace earlier ones; the order of first mention stays. */
export function mergeDecisions(earlier: readonly Decision[], later: readonly Decision[]): Decision[] {
  const merged = new Map(earlier.map((decision) => [decision.id, decision]));
  for (const decision of later) merged.set(decision.id, decision);
  return [...merged.values()];
}

interface Hooks {
  /** Sends one batch; throws where it was refused. */
  send: (batch: readonly Decision[]) => Promise<void>;
  /** Applies an optimistic update, or rolls it back. */
  show: (decisions: readonly Decision[]) => void;
  /** Everything was confirmed. */
  settled: () => Promise<void> | void;
  /** Version conflict: rows of a batch that another user had changed, if the others were saved; else null. */
  conflicts: (error: unknown) => ReadonlySet<number> | null;
  /** Decisions were rejected: their optimistic updates have been rolled back. */
  failed: (error: unknown, lost: readonly Decision[]) => Promise<void> | void;
  busy: (busy: boolean) => void;
}

/**
 * Queue of optimistic updates: decisions are shown at once and confirmed by the server, one batch at a time. Those made
 * while a batch is on its way go together in the next one, each with the version that the last answer brought.
 */
export class DecisionQueue {
  private waiting: readonly Decision[] = [];
  private running = false;
  /** Values for the rollback if a decision is rejected. */
  private readonly before = new Map<number, Approval>();

  constructor(private readonly hooks: Hooks) {}

  /** Adds decisions; `approvalOf` tells what is shown for an id now. */
  add(decisions: readonly Decision[], approvalOf: (id: number) => Approval): void {
    for (const { id } of decisions) if (!this.before.has(id)) this.before.set(id, approvalOf(id));
    this.waiting = mergeDecisions(this.waiting, decisions);
    this.hooks.show(decisions);
    if (!this.running) void this.drain();
  }

  private async drain(): Promise<void> {
    this.running = true;
    this.hooks.busy(true);
    try {
      while (this.waiting.length > 0) {
        const batch = this.waiting;
        this.waiting = [];
        try {
          await this.hooks.send(batch);
          this.confirm(batch);
        } catch (error) {
          await this.revert(error, batch);
        }
        if (this.waiting.length > 0) continue;
        await this.hooks.settled();
        // What was decided while the record was read again is not in that answer yet.
        if (this.waiting.length > 0) this.hooks.show(this.waiting);
      }
    } finally {
      this.running = false;
      this.hooks.busy(false);
    }
  }

  private confirm(batch: readonly Decision[]): void {
    const stillWaiting = new Set(this.waiting.map(({ id }) => id));
    for (const { id, status } of batch) {
      if (stillWaiting.has(id)) this.before.set(id, status);
      else this.before.delete(id);
    }
  }

  /**
   * Roll back a rejected batch: decisions that conflict are lost alone; if nothing was saved, the waiting ones are,
   * too.
   */
  private revert(error: unknown, batch: readonly Decision[]): Promise<void> | void {
    const rows = this.hooks.conflicts(error);
    const isLost = ({ id }: Decision) => rows === null || rows.has(id);
    const lost = mergeDecisions(batch, this.waiting).filter(isLost);
    this.waiting = this.waiting.filter((decision) => !isLost(decision));
    this.confirm(batch.filter((decision) => !isLost(decision)));
    this.hooks.show(lost.map(({ id }) => ({ id, status: this.before.get(id) ?? 'WAITING_APPROVAL' })));
    for (const { id } of lost) this.before.delete(id);
    return this.hooks.failed(error, lost);
  }
}
