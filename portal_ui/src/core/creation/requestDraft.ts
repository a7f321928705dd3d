import { useState } from 'react';
import { newIdempotencyKey } from '../../api/idempotencyKey';
import { AutosavedDraft } from '../forms/autosavedDraft';
import type { DirtyValues } from '../forms/dirtyValues';
import { buildDraftKey, writeDraft } from '../forms/drafts';

type Attempt = Pick<DirtyValues, 'idempotencyKey' | 'unanswered'>;

const serialize = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/**
 * Draft of a new request on this device, until it is submitted.
 *
 * Includes the idempotency key and the attempt that has no response yet.
 */
export class RequestDraft<C> extends AutosavedDraft<C> {
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

  constructor(storageKey: string, read: (stored: unknown) => C | null) {
    super(storageKey);
    const draft = this.read();
    const found = draft && read(draft.values.content);
    if (!draft || found === null) return;
    this.found = found;
    this.restoredAt = draft.savedAt;
    this.key = serialize(draft.values.idempotencyKey) ?? this.key;
    this.pendingAttempt = serialize(draft.values.unanswered);
  }

  /** Idempotency key of this form, until it is cleared. */
  get idempotencyKey(): string {
    return this.key;
  }

  /** Return whether an attempt has no response and may have created the request. */
  get isUncertain(): boolean {
    return this.pendingAttempt !== null;
  }

  override watch(content: () => C | null, delay?: number): () => void {
    const stop = super.watch(content, delay);
    window.addEventListener('storage', this.onStorage);
    return () => {
      window.removeEventListener('storage', this.onStorage);
      stop();
    };
  }

  override keepLocal(): void {
    this.replaced = null;
    super.keepLocal();
  }

  /** Record a submission until its response. Returns what an earlier attempt without a response had sent. */
  markPending(sent: string): string | null {
    const before = this.pendingAttempt;
    this.pendingAttempt = before ?? sent;
    const otherDraft = this.readOtherDraft();
    if (otherDraft) {
      const { idempotencyKey, unanswered } = otherDraft;
      this.replaced ??= { idempotencyKey, unanswered };
      writeDraft(this.storageKey, { ...otherDraft, ...this.toStored(otherDraft.content as C) });
    } else {
      this.keepLocal();
    }
    return before;
  }

  /** Record that the server has rejected the submission. */
  markRejected(): void {
    this.pendingAttempt = null;
    if (this.replaced) this.restoreOtherDraft(this.replaced);
    this.save();
  }

  /** Delete the draft after a submission or discard; the next form gets a new key. */
  override drop(): void {
    // An idempotency key must not be used again with other content.
    if (this.replaced?.idempotencyKey === this.key) this.replaced.idempotencyKey = newIdempotencyKey();
    if (this.replaced) this.restoreOtherDraft(this.replaced);
    this.key = newIdempotencyKey();
    this.pendingAttempt = null;
    super.drop();
  }

  protected override toStored(content: C): DirtyValues {
    return { content, idempotencyKey: this.key, unanswered: this.pendingAttempt };
  }

  protected override getContent(stored: DirtyValues): unknown {
    return stored.content;
  }

  /** Return the draft of another tab that this one must not overwrite. */
  private readOtherDraft(): DirtyValues | null {
    return this.isChangedElsewhere() ? (this.read()?.values ?? null) : null;
  }

  /** Restore the other tab's draft and key, unless that tab has saved again. */
  private restoreOtherDraft(replaced: Attempt): void {
    const otherDraft = this.readOtherDraft();
    if (otherDraft?.idempotencyKey === this.key) writeDraft(this.storageKey, { ...otherDraft, ...replaced });
    this.replaced = null;
  }

  /** Record an attempt of another tab that has this form with the same key. */
  private onStorage = ({ key, newValue, oldValue }: StorageEvent): void => {
    if (key !== this.storageKey) return;
    this.pendingAttempt ??= getPendingAttempt(newValue ?? oldValue, this.key);
  };
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
