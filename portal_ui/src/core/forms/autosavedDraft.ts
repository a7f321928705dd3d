import { Listeners } from '../../api/listeners';
import type { DirtyValues } from './dirtyValues';
import { type Draft, deleteDraft, onDraftChangedElsewhere, readDraft, writeDraft } from './drafts';

const SAVE_DELAY_MS = 700;

/**
 * State of a draft: its time of saving, failed, or in conflict with another tab.
 *
 * In a conflict, nothing is saved here until the user chooses one of the two versions.
 */
export type DraftState = { at: string } | 'failed' | 'changedElsewhere' | null;

/**
 * Draft of a form on this device.
 *
 * It survives reloads, network errors and expired sessions.
 */
export class AutosavedDraft<C = DirtyValues> {
  private state: DraftState = null;
  private hasEnded = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private content: () => C | null = () => null;
  private delay = SAVE_DELAY_MS;
  private readonly listeners = new Listeners();

  constructor(protected readonly storageKey: string) {}

  readonly subscribe = this.listeners.subscribe;

  readonly getSaved = (): DraftState => this.state;

  readonly isChangedElsewhere = (): boolean => this.state === 'changedElsewhere';

  /** Return whether the form is saved as it changes: without a conflict, and the storage is not full. */
  readonly isAutosaved = (): boolean => !this.isChangedElsewhere() && this.state !== 'failed';

  /** Read what is stored. */
  read(): Draft | null {
    return readDraft(this.storageKey);
  }

  /**
   * Autosave a form, throttled, and when the page is hidden or left.
   *
   * `content` returns what to save, or null to delete the draft. `delay` is the time in ms from the first unsaved
   * change.
   */
  watch(content: () => C | null, delay = SAVE_DELAY_MS): () => void {
    this.content = content;
    this.delay = delay;
    const flush = () => this.timer !== undefined && this.save();
    const onHide = () => document.visibilityState === 'hidden' && flush();
    const stopListening = onDraftChangedElsewhere(this.storageKey, (after, before) => {
      if (after === null) this.endConflict();
      else if (JSON.stringify(this.getContent(after)) !== JSON.stringify(this.getContent(before))) {
        this.setState('changedElsewhere');
      }
    });
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      stopListening();
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', onHide);
      flush();
    };
  }

  /** Schedule the autosave after a change. */
  readonly touch = (): void => {
    this.timer ??= setTimeout(() => this.save(), this.delay);
  };

  /** Save the form now. */
  save(): void {
    this.cancelSave();
    if (this.hasEnded || this.isChangedElsewhere()) return;
    const content = this.content();
    if (content === null) {
      this.deleteStored();
      return;
    }
    const isStored = writeDraft(this.storageKey, this.toStored(content));
    this.setState(isStored ? { at: new Date().toISOString() } : 'failed');
  }

  /** Resolve a conflict: replace the other tab's version. */
  keepLocal(): void {
    this.state = null;
    this.save();
  }

  /** Resolve a conflict: return the other tab's version; null if it no longer exists. */
  loadStored(): Draft | null {
    this.setState(null);
    return this.read();
  }

  /** Save this version, after the other tab has saved or discarded its own. */
  private endConflict(): void {
    if (!this.isChangedElsewhere()) return;
    this.setState(null);
    this.touch();
  }

  /** Delete the draft after a submission or discard. In a conflict, the draft of the other tab stays. */
  drop(): void {
    this.cancelSave();
    if (!this.isChangedElsewhere() || this.read() === null) this.deleteStored();
  }

  /** Delete the draft and save no other one. */
  end(): void {
    this.drop();
    this.hasEnded = true;
  }

  /** Return the stored values of a content. */
  protected toStored(content: C): DirtyValues {
    return content as DirtyValues;
  }

  /** Return the content of stored values; another one is a conflict. */
  protected getContent(stored: DirtyValues): unknown {
    return stored;
  }

  private deleteStored(): void {
    deleteDraft(this.storageKey);
    this.setState(null);
  }

  private cancelSave(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private setState(state: DraftState): void {
    this.state = state;
    this.listeners.notify();
  }
}
