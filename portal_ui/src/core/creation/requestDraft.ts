import { useState } from 'react';
import type { DirtyValues } from '../forms/dirtyValues';
import { buildDraftKey, deleteDraft, onDraftChangedElsewhere, readDraft, writeDraft } from '../forms/drafts';
import { newIdempotencyKey } from '../forms/useIdempotencyKey';

/**
 * State of the draft: its time of saving, failed, or in conflict with another tab.
 *
 * In a conflict, nothing is saved here until the user chooses one of the two versions.
 */
type Saved = { at: string } | 'failed' | 'changedElsewhere' | null;

type Attempt = Pick<DirtyValues, 'idempotencyKey' | 'unanswered'>;

const serialize = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/**
 * Draft of a new request on this device, until it is submitted.
 *
 * Includes the idempotency key and the attempt that has no response yet.
 */
export class RequestDraft<C> {
  /** Content of the stored draft, and when it was saved. */
  readonly found: C | null = null;
  readonly restoredAt: string | null = null;
  private key = newIdempotencyKey();
  private pendingAttempt: string | null = null;
  /**
   * Key and attempt of another tab's draft, to restore later. Until then, the stored draft has those of this form, so
   * that they survive a reload.
   */
  private replaced: Attempt | null = null;
  private saved: Saved = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private content: () => C | null = () => null;
  private delay = 0;
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly draftKey: string,
    read: (stored: unknown) => C | null,
  ) {
    const draft = readDraft(draftKey);
    const found = draft && read(draft.values.content);
    if (!draft || found === null) return;
    this.found = found;
    this.restoredAt = draft.savedAt;
    this.key = serialize(draft.values.idempotencyKey) ?? this.key;
    this.pendingAttempt = serialize(draft.values.unanswered);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  getSaved = (): Saved => this.saved;

  /** Idempotency key of this form, until it is cleared. */
  get idempotencyKey(): string {
    return this.key;
  }

  /** Return whether an attempt has no response and may have created the request. */
  get isUncertain(): boolean {
    return this.pendingAttempt !== null;
  }

  /**
   * Autosave a form, throttled, and when the page is hidden or left.
   *
   * `content` returns what to save, or null to delete the draft. `delay` is the time in ms from the first unsaved
   * change.
   */
  watch(content: () => C | null, delay: number): () => void {
    this.content = content;
    this.delay = delay;
    const onHide = () => document.visibilityState === 'hidden' && this.flush();
    window.addEventListener('pagehide', this.flush);
    window.addEventListener('storage', this.onStorage);
    const stopListening = onDraftChangedElsewhere(this.draftKey, (after, before) => {
      if (JSON.stringify(after.content) !== JSON.stringify(before.content)) this.notifyListeners('changedElsewhere');
    });
    document.addEventListener('visibilitychange', onHide);
    return () => {
      window.removeEventListener('pagehide', this.flush);
      window.removeEventListener('storage', this.onStorage);
      stopListening();
      document.removeEventListener('visibilitychange', onHide);
      this.flush();
    };
  }

  /** Schedule the autosave after a change. */
  touch = (): void => {
    this.timer ??= setTimeout(this.save, this.delay);
  };

  /** Save the form now. */
  save = (): void => {
    this.clearTimer();
    if (this.saved === 'changedElsewhere') return;
    const content = this.content();
    if (content === null) {
      deleteDraft(this.draftKey);
      this.notifyListeners(null);
      return;
    }
    const isStored = writeDraft(this.draftKey, { content, idempotencyKey: this.key, unanswered: this.pendingAttempt });
    this.notifyListeners(isStored ? { at: new Date().toISOString() } : 'failed');
  };

  /** Resolve a conflict: replace the other tab's version. */
  keepLocal = (): void => {
    this.saved = null;
    this.replaced = null;
    this.save();
  };

  /** Record a submission until its response. Returns what an earlier attempt without a response had sent. */
  markPending(sent: string): string | null {
    const before = this.pendingAttempt;
    this.pendingAttempt = before ?? sent;
    const otherDraft = this.readOtherDraft();
    if (otherDraft) {
      const { idempotencyKey, unanswered } = otherDraft;
      this.replaced ??= { idempotencyKey, unanswered };
      writeDraft(this.draftKey, { ...otherDraft, idempotencyKey: this.key, unanswered: this.pendingAttempt });
    } else {
      if (this.saved === 'changedElsewhere') this.saved = null;
      this.save();
    }
    return before;
  }

  /** Record that the server has rejected the submission. */
  markRejected(): void {
    this.pendingAttempt = null;
    if (this.replaced) this.restoreOtherDraft(this.replaced);
    this.save();
  }

  /**
   * Delete the draft after a submission or discard; the next form gets a new key.
   *
   * A differing draft of another tab stays.
   */
  drop(): void {
    this.clearTimer();
    const hasOtherDraft = this.readOtherDraft() !== null;
    // An idempotency key must not be used again with other content.
    if (this.replaced?.idempotencyKey === this.key) this.replaced.idempotencyKey = newIdempotencyKey();
    if (this.replaced) this.restoreOtherDraft(this.replaced);
    if (!hasOtherDraft) deleteDraft(this.draftKey);
    this.key = newIdempotencyKey();
    this.pendingAttempt = null;
    this.notifyListeners(hasOtherDraft ? 'changedElsewhere' : null);
  }

  /** Return the draft of another tab that this one must not overwrite. */
  private readOtherDraft(): DirtyValues | null {
    return this.saved === 'changedElsewhere' ? (readDraft(this.draftKey)?.values ?? null) : null;
  }

  /** Restore the other tab's draft and key, unless that tab has saved again. */
  private restoreOtherDraft(replaced: Attempt): void {
    const otherDraft = this.readOtherDraft();
    if (otherDraft?.idempotencyKey === this.key) writeDraft(this.draftKey, { ...otherDraft, ...replaced });
    this.replaced = null;
  }

  private flush = (): void => {
    if (this.timer !== undefined) this.save();
  };

  /** Record an attempt of another tab that has this form with the same key. */
  private onStorage = ({ key, newValue, oldValue }: StorageEvent): void => {
    if (key !== this.draftKey) return;
    this.pendingAttempt ??= getPendingAttempt(newValue ?? oldValue, this.key);
  };

  private clearTimer(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private notifyListeners(saved: Saved): void {
    this.saved = saved;
    for (const listener of this.listeners) listener();
  }
}

/** Return the attempt without a response of a stored draft with this key. */
function getPendingAttempt(stored: string | null, key: string): string | null {
  try {
    const leaves = JSON.parse(stored ?? 'null')?.leaves;
    return leaves?.idempotencyKey === key ? serialize(leaves.unanswered) : null;
  } catch {
    return null;
  }
}

/**
 * Return the draft of a creation form.
 *
 * `id` is that of the request which the form adds to, 0 for a new one. `read` returns the stored content, or null if it
 * cannot be read.
 */
export function useRequestDraft<C>(kind: string, id: number, read: (stored: unknown) => C | null): RequestDraft<C> {
  const [draft] = useState(() => new RequestDraft(buildDraftKey(kind, id, 'NEW'), read));
  return draft;
}
