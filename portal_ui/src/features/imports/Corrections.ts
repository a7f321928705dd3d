import type { Corrected } from '../../api/imports';
import { Listeners } from '../../api/listeners';
import type { SaveError } from '../../core/forms/saveError';

/** Save state of a corrected row: pending, failed offline, or rejected. */
export type RowState = 'saving' | 'lost' | 'refused';

export type Cells = Readonly<Record<string, string>>;

interface Options {
  send: (number: number, cells: Cells) => Promise<Corrected>;
  onCorrected: (response: Corrected) => void;
  toSaveError: (error: unknown) => SaveError | null;
  /** Callback for each change, with the unsaved corrections by row. */
  store?: (pending: ReadonlyMap<number, Cells>) => void;
}

/** Snapshot of the unsaved corrections for components. */
export interface CorrectionsState {
  rows: ReadonlyMap<number, RowState>;
  problem: SaveError | null;
}

/**
 * Autosave of an import's corrections, row by row. Failed saves stay here and are retried when the browser is online
 * again, even if the table was scrolled or paged meanwhile.
 */
export class Corrections {
  private state: CorrectionsState = { rows: new Map(), problem: null };
  private readonly pending = new Map<number, Cells>();
  private readonly listeners = new Listeners();

  constructor(private readonly options: Options) {}

  readonly subscribe = this.listeners.subscribe;

  getState = (): CorrectionsState => this.state;

  /** Return the unsaved cells of a row. */
  getPending(number: number): Cells {
    return this.pending.get(number) ?? {};
  }

  /** Save cells of a row. Changes made while a save of the row is pending are sent after it. */
  correct(number: number, cells: Cells): void {
    this.pending.set(number, { ...this.getPending(number), ...cells });
    this.options.store?.(this.pending);
    if (this.state.rows.get(number) !== 'saving') void this.send(number);
  }

  /** Retry all failed saves. */
  retry = (): void => {
    for (const [number, state] of this.state.rows) if (state !== 'saving') void this.send(number);
  };

  /** Retry the saves that failed offline. */
  retryLost = (): void => {
    for (const [number, state] of this.state.rows) if (state === 'lost') void this.send(number);
  };

  /** Discard all unsaved corrections. */
  stop = (): void => {
    this.pending.clear();
    this.options.store?.(this.pending);
    this.set({ rows: new Map(), problem: null });
  };

  private async send(number: number): Promise<void> {
    const sent = this.pending.get(number);
    if (!sent) return;
    this.setRowState(number, 'saving', null);
    try {
      const response = await this.options.send(number, sent);
      if (!this.pending.has(number)) return;
      const remaining = Object.entries(this.getPending(number)).filter(([key, value]) => sent[key] !== value);
      if (remaining.length > 0) this.pending.set(number, Object.fromEntries(remaining));
      else this.pending.delete(number);
      this.options.store?.(this.pending);
      this.setRowState(number, null, this.state.problem);
      this.options.onCorrected(response);
      if (remaining.length > 0) await this.send(number);
    } catch (error) {
      if (!this.pending.has(number)) return;
      const problem = this.options.toSaveError(error);
      this.setRowState(number, problem?.kind === 'offline' ? 'lost' : 'refused', problem);
    }
  }

  /** Set the state of a row; clear the problem once no row has failed. */
  private setRowState(number: number, state: RowState | null, problem: SaveError | null): void {
    const rows = new Map(this.state.rows);
    if (state === null) rows.delete(number);
    else rows.set(number, state);
    const hasProblem = [...rows.values()].some((each) => each !== 'saving');
    this.set({ rows, problem: hasProblem ? problem : null });
  }

  private set(state: CorrectionsState): void {
    this.state = state;
    this.listeners.notify();
  }
}
