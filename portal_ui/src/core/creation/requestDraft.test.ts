// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearSessionExpiry, markSessionExpired } from '../../api/http';
import { clearSessionOnLogout, startSession } from '../../api/session';
import { writeDraft } from '../forms/drafts';
import { RequestDraft } from './requestDraft';

const draftKey = 'draft-of-a-form';
const read = (stored: unknown) => (typeof stored === 'string' ? stored : null);
const unsubscribers: (() => void)[] = [];

/** Open a form with this content. */
function open(content: () => string | null, delay = 30_000): RequestDraft<string> {
  const draft = new RequestDraft(draftKey, read);
  unsubscribers.push(draft.watch(content, delay));
  return draft;
}
const leave = () => {
  for (const stop of unsubscribers.splice(0)) stop();
};
const getStored = () => localStorage.getItem(draftKey);

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T21:12:00Z') });
  startSession({ identification: 'client', token: 't', permissions: ['CLIENT'] });
});

afterEach(() => {
  leave();
  vi.restoreAllMocks();
  vi.useRealTimers();
  clearSessionExpiry();
  localStorage.clear();
});

describe('the draft of a form', () => {
  it('is saved after a delay, and restored with its time and idempotency key', () => {
    const draft = open(() => 'typed');
    draft.touch();
    vi.advanceTimersByTime(29_999);
    expect(getStored()).toBeNull();
    draft.touch();
    vi.advanceTimersByTime(1);
    expect(draft.getSaved()).toEqual({ at: '2026-11-20T21:12:30.000Z' });
    const again = new RequestDraft(draftKey, read);
    expect(again.found).toBe('typed');
    expect(again.restoredAt).toBe('2026-11-20T21:12:30.000Z');
    expect(again.idempotencyKey).toBe(draft.idempotencyKey);
    expect(again.isUncertain).toBe(false);
  });

  it('is saved immediately on pagehide, but only if something changed', () => {
    const draft = open(() => 'typed');
    window.dispatchEvent(new Event('pagehide'));
    expect(getStored()).toBeNull();
    draft.touch();
    window.dispatchEvent(new Event('pagehide'));
    expect(getStored()).toContain('typed');
  });

  it('is deleted on submit or clear, even with a pending autosave; the next form has another key', () => {
    const draft = open(() => 'typed');
    draft.save();
    const { idempotencyKey } = draft;
    draft.touch();
    draft.drop();
    leave();
    expect(getStored()).toBeNull();
    expect(draft.getSaved()).toBeNull();
    expect(draft.idempotencyKey).not.toBe(idempotencyKey);
  });

  it('is deleted while the form is empty', () => {
    let content: string | null = 'typed';
    const draft = open(() => content);
    draft.save();
    content = null;
    draft.save();
    expect(getStored()).toBeNull();
  });

  it('is ignored with its key if it cannot be read', () => {
    const draft = open(() => 'typed');
    draft.save();
    const unreadable = new RequestDraft(draftKey, () => null);
    expect(unreadable.found).toBeNull();
    expect(unreadable.restoredAt).toBeNull();
    expect(unreadable.idempotencyKey).not.toBe(draft.idempotencyKey);
  });

  it('reports that the storage is full', () => {
    const draft = open(() => 'typed');
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    draft.save();
    expect(draft.getSaved()).toBe('failed');
  });

  it('survives an expired session, but not a logout', () => {
    const draft = open(() => 'typed');
    draft.touch();
    markSessionExpired();
    leave();
    expect(getStored()).toContain('typed');

    clearSessionExpiry();
    startSession({ identification: 'client', token: 't2', permissions: ['CLIENT'] });
    localStorage.removeItem(draftKey);
    const next = open(() => 'typed');
    next.touch();
    clearSessionOnLogout();
    leave();
    expect(getStored()).toBeNull();
  });
});

describe('an attempt without a response', () => {
  it('is remembered with its key until the server rejects it', () => {
    const draft = open(() => 'typed');
    expect(draft.markPending('first')).toBeNull();
    expect(draft.markPending('second')).toBe('first');
    const reloaded = new RequestDraft(draftKey, read);
    expect(reloaded.isUncertain).toBe(true);
    expect(reloaded.idempotencyKey).toBe(draft.idempotencyKey);
    expect(reloaded.markPending('third')).toBe('first');
    draft.markRejected();
    expect(draft.isUncertain).toBe(false);
    expect(new RequestDraft(draftKey, read).isUncertain).toBe(false);
  });

  it('of another tab with the same key is recognized', () => {
    const draft = open(() => 'typed');
    draft.save();
    const otherTab = new RequestDraft(draftKey, read);
    otherTab.watch(() => 'typed', 1_000);
    otherTab.markPending('from there');
    const oldValue = getStored();
    otherTab.drop();
    window.dispatchEvent(new StorageEvent('storage', { key: draftKey, oldValue, newValue: null }));
    expect(draft.markPending('from here')).toBe('from there');
  });

  it('of another form is ignored, and of any form after this one was left', () => {
    const draft = open(() => 'typed');
    draft.save();
    const otherTab = new RequestDraft(draftKey, read);
    const close = otherTab.watch(() => 'typed', 1_000);
    otherTab.markPending('from there');
    close();
    const newValue = getStored();
    window.dispatchEvent(new StorageEvent('storage', { key: 'another-form', newValue }));
    leave();
    window.dispatchEvent(new StorageEvent('storage', { key: draftKey, newValue }));
    expect(draft.isUncertain).toBe(false);
  });

  it('of another tab with another key is ignored', () => {
    const draft = open(() => 'typed');
    const otherTab = open(() => 'typed');
    otherTab.markPending('from there');
    window.dispatchEvent(new StorageEvent('storage', { key: draftKey, oldValue: null, newValue: getStored() }));
    expect(draft.isUncertain).toBe(false);
  });

  it('is not assumed if another tab only cleared its form', () => {
    const draft = open(() => 'typed');
    draft.save();
    window.dispatchEvent(new StorageEvent('storage', { key: draftKey, oldValue: getStored(), newValue: null }));
    expect(draft.isUncertain).toBe(false);
  });
});

describe('a submission while another tab has changed the draft', () => {
  /** Simulate the storage event of another tab that writes the draft with a key. */
  function writeInOtherTab(content: string, idempotencyKey: string) {
    const oldValue = getStored();
    writeDraft(draftKey, { content, idempotencyKey, unanswered: null });
    window.dispatchEvent(new StorageEvent('storage', { key: draftKey, oldValue, newValue: getStored() }));
  }

  it('keeps the key, the pending attempt and the content of the other tab across a reload', () => {
    const draft = open(() => 'mine');
    draft.save();
    writeInOtherTab('theirs', 'their-key');
    draft.markPending('mine');
    const reloaded = new RequestDraft(draftKey, read);
    expect(reloaded.found).toBe('theirs');
    expect(reloaded.isUncertain).toBe(true);
    expect(reloaded.idempotencyKey).toBe(draft.idempotencyKey);
  });

  it.each(['drop', 'markRejected'] as const)(
    'leaves the draft of the other tab as it was after a response: %s',
    (method) => {
      const draft = open(() => 'mine');
      draft.save();
      writeInOtherTab('theirs', 'their-key');
      draft.markPending('mine');
      draft[method]();
      const otherTab = new RequestDraft(draftKey, read);
      expect(otherTab.found).toBe('theirs');
      expect(otherTab.isUncertain).toBe(false);
      expect(otherTab.idempotencyKey).toBe('their-key');
      expect(draft.getSaved()).toBe('changedElsewhere');
    },
  );

  it('gives the draft of the other tab a new key if this one was sent with the same key', () => {
    const draft = open(() => 'mine');
    draft.save();
    const { idempotencyKey } = draft;
    writeInOtherTab('theirs', idempotencyKey);
    draft.markPending('mine');
    draft.drop();
    const otherTab = new RequestDraft(draftKey, read);
    expect(otherTab.found).toBe('theirs');
    expect(otherTab.isUncertain).toBe(false);
    expect(otherTab.idempotencyKey).not.toBe(idempotencyKey);
  });

  it('saves this draft if the user keeps it, with its own key', () => {
    const draft = open(() => 'mine');
    draft.save();
    writeInOtherTab('theirs', 'their-key');
    draft.markPending('mine');
    draft.keepLocal();
    draft.markRejected();
    const stored = new RequestDraft(draftKey, read);
    expect([stored.found, stored.idempotencyKey]).toEqual(['mine', draft.idempotencyKey]);
  });

  it('keeps what the other tab saves before the response', () => {
    const draft = open(() => 'mine');
    draft.save();
    writeInOtherTab('theirs', 'their-key');
    draft.markPending('mine');
    writeInOtherTab('theirs and more', 'their-key');
    draft.drop();
    expect(new RequestDraft(draftKey, read).found).toBe('theirs and more');
  });
});

describe('the attempt of a form', () => {
  const getLeaves = () => JSON.parse(getStored() ?? 'null')?.leaves;

  it('is forgotten with the form, so that the next one is certain', () => {
    const draft = open(() => 'typed');
    expect(draft.markPending('sent')).toBeNull();
    expect(draft.isUncertain).toBe(true);
    draft.drop();
    expect(draft.isUncertain).toBe(false);
    expect(draft.markPending('other')).toBeNull();
  });

  it('is stored until the server rejects it, with the values of the form', () => {
    const draft = open(() => 'typed');
    draft.markPending('sent');
    expect(getLeaves()).toMatchObject({ content: 'typed', unanswered: 'sent' });
    draft.markRejected();
    expect(getLeaves()).toMatchObject({ content: 'typed', unanswered: null, idempotencyKey: draft.idempotencyKey });
  });

  it.each([undefined, 5, null])('has a new key if the stored one cannot be used: %j', (idempotencyKey) => {
    writeDraft(draftKey, { content: 'typed', idempotencyKey, unanswered: 7 });
    const draft = new RequestDraft(draftKey, read);
    expect([draft.found, draft.isUncertain]).toEqual(['typed', false]);
    expect(draft.idempotencyKey).toMatch(/^[\w-]{10,}$/);
  });
});
