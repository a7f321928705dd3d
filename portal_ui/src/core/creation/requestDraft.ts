import { useState } from 'react';
import type { DirtyValues } from '../forms/dirtyValues';
import { buildDraftKey, deleteDraft, onDraftChangedElsewhere, readDraft, writeDraft } from '../forms/drafts';
import { newIdempotencyKey } from '../forms/useIdempotencyKey';

/**
 * State of the draft: when it was saved on this device, that it could not be, or that another tab has another draft
 * (conflict), so that nothing is saved here until one of the two is chosen.
 */
type Saved = { at: string } | 'failed' | 'changedElsewhere' | null;

type Attempt = Pick<DirtyValues, 'idempotencyKey' | 'unanswered'>;

const serialize = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/**
 * Draft of a new request on this device until it is submitted, with its idempotency key and the try without a response.
 */
export class RequestDraft<C> {
  /** What was kept when the page was opened, and when that was. */
  readonly found: C | null = null;
  readonly restoredAt: string | null = null;
  private key = newIdempotencyKey();
  private pendingAttempt: string | null = null;
  /** Key and unanswered try of another tab's draft, in whose place this form's were written to outlive a reload. */
  private replaced: Attempt | null = null;
  private saved: Saved = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private content: () => C | null = () => null;
  private delay = 0;
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly place: string,
    read: (stored: unknown) => C | null,
  ) {
    const draft = readDraft(place);
    const found = draft && read(draft.leaves.content);
    if (!draft || found === null) return;
    this.found = found;
    this.restoredAt = draft.savedAt;
    this.key = serialize(draft.leaves.idempotencyKey) ?? this.key;
    this.pendingAttempt = serialize(draft.leaves.unanswered);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  getSaved = (): Saved => this.saved;

  /** The key of this form, until it is cleared. */
  get idempotencyKey(): string {
    return this.key;
  }

  /** Whether a try had no response: the server may have created the request. */
  get isUncertain(): boolean {
    return this.pendingAttempt !== null;
  }

  /**
   * Autosave what `content` returns (null: nothing) `delay` after a change (debounce), and when the page is hidden or
   * left.
   */
  watch(content: () => C | null, delay: number): () => void {
    this.content = content;
    this.delay = delay;
    const onHide = () => document.visibilityState === 'hidden' && this.flush();
    window.addEventListener('pagehide', this.flush);
    window.addEventListener('storage', this.onStorage);
    const stopListening = onDraftChangedElsewhere(this.place, (after, before) => {
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

  /** Keeps the form as it is now. */
  save = (): void => {
    this.clearTimer();
    if (this.saved === 'changedElsewhere') return;
    const content = this.content();
    if (content === null) {
      deleteDraft(this.place);
      this.notifyListeners(null);
      return;
    }
    const kept = writeDraft(this.place, { content, idempotencyKey: this.key, unanswered: this.pendingAttempt });
    this.notifyListeners(kept ? { at: new Date().toISOString() } : 'failed');
  };

  /** This tab's version replaces that of the other. */
  keepLocal = (): void => {
    this.saved = null;
    this.replaced = null;
    this.save();
  };

  /** Record a submission until its response; returns what an earlier try without a response had sent. */
  markPending(sent: string): string | null {
    const before = this.pendingAttempt;
    this.pendingAttempt = before ?? sent;
    const other = this.readOther();
    if (other) {
      const { idempotencyKey, unanswered } = other;
      this.replaced ??= { idempotencyKey, unanswered };
      writeDraft(this.place, { ...other, idempotencyKey: this.key, unanswered: this.pendingAttempt });
    } else {
      if (this.saved === 'changedElsewhere') this.saved = null;
      this.save();
    }
    return before;
  }

  /** The server did not take it, and said so: nothing is on its way any more. */
  markRejected(): void {
    this.pendingAttempt = null;
    if (this.replaced) this.restoreOther(this.replaced);
    this.save();
  }

  /**
   * Sent, or not wanted: nothing of it is kept, and what is entered next is another form with another key. The draft of
   * another tab that differs stays.
   */
  drop(): void {
    this.clearTimer();
    const hasOther = this.readOther() !== null;
    // What was sent with this key cannot be sent with it again in other words.
    if (this.replaced?.idempotencyKey === this.key) this.replaced.idempotencyKey = newIdempotencyKey();
    if (this.replaced) this.restoreOther(this.replaced);
    if (!hasOther) deleteDraft(this.place);
    this.key = newIdempotencyKey();
    this.pendingAttempt = null;
    this.notifyListeners(hasOther ? 'changedElsewhere' : null);
  }

  /** The draft that another tab wrote and that this one must not overwrite. */
  private readOther(): DirtyValues | null {
    return this.saved === 'changedElsewhere' ? (readDraft(this.place)?.leaves ?? null) : null;
  }

  /** Restore the other tab's draft with its own idempotency key, unless that tab has saved it again. */
  private restoreOther(replaced: Attempt): void {
    const other = this.readOther();
    if (other?.idempotencyKey === this.key) writeDraft(this.place, { ...other, ...replaced });
    this.replaced = null;
  }

  private flush = (): void => {
    if (this.timer !== undefined) this.save();
  };

  /** Another tab may have the same form with the same key: what it sends, this one must know of. */
  private onStorage = ({ key, newValue, oldValue }: StorageEvent): void => {
    if (key !== this.place) return;
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

/** Try without a response of a stored draft with this key. */
function getPendingAttempt(stored: string | null, key: string): string | null {
  try {
    const leaves = JSON.parse(stored ?? 'null')?.leaves;
    return leaves?.idempotencyKey === key ? serialize(leaves.unanswered) : null;
  } catch {
    return null;
  }
}

/**
 * The draft of a form that creates something; `id` is that of the request which it adds to, 0 for a new one. `read`
 * answers what was stored as the form's content, or null where it cannot be read.
 */
export function useRequestDraft<C>(kind: string, id: number, read: (stored: unknown) => C | null): RequestDraft<C> {
  const [draft] = useState(() => new RequestDraft(buildDraftKey(kind, id, 'NEW'), read));
  return draft;
}
