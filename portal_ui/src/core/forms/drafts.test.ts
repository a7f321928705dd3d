// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { logout } from '../../api/authProvider';
import { clearSessionExpiry, markSessionExpired } from '../../api/http';
import { startSession } from '../../api/session';
import {
  buildDraftKey,
  countDrafts,
  deleteDraft,
  deleteExpiredDrafts,
  onDraftChangedElsewhere,
  readDraft,
  writeDraft,
} from './drafts';

const ana = { identification: 'ana', token: 't', permissions: ['CLIENT' as const] };

beforeEach(() => startSession(ana));
afterEach(() => {
  localStorage.clear();
  clearSessionExpiry();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('drafts', () => {
  it('are kept until they are deleted', () => {
    writeDraft('k', { note: 'x' });
    expect(readDraft('k')?.values).toEqual({ note: 'x' });
    deleteDraft('k');
    expect(readDraft('k')).toBeNull();
  });

  it('are deleted when empty', () => {
    writeDraft('k', { note: 'x' });
    writeDraft('k', {});
    expect(readDraft('k')).toBeNull();
  });

  it('are ignored if malformed', () => {
    localStorage.setItem('k', '{broken');
    expect(readDraft('k')).toBeNull();
    localStorage.setItem('k', '{"leaves":3}');
    expect(readDraft('k')).toBeNull();
  });

  it('expire after a week', () => {
    vi.useFakeTimers();
    writeDraft('k', { note: 'x' });
    vi.setSystemTime(Date.now() + 6.9 * 24 * 3_600_000);
    expect(readDraft('k')?.values).toEqual({ note: 'x' });
    vi.setSystemTime(Date.now() + 0.2 * 24 * 3_600_000);
    expect(readDraft('k')).toBeNull();
    expect(localStorage.getItem('k')).toBeNull();
  });

  it('are deleted once expired, even if their form is never opened again', () => {
    vi.useFakeTimers();
    const [old, recent] = [buildDraftKey('REPAIR', 1, 'SHIPPING'), buildDraftKey('REPAIR', 2, 'SHIPPING')];
    writeDraft(old, { phone: '+373 22 123 456' });
    vi.setSystemTime(Date.now() + 6 * 24 * 3_600_000);
    writeDraft(recent, { phone: '1' });
    vi.setSystemTime(Date.now() + 2 * 24 * 3_600_000);
    deleteExpiredDrafts();
    expect([localStorage.getItem(old), localStorage.getItem(recent) === null]).toEqual([null, false]);
  });
});

describe('drafts on a shared device', () => {
  it('are kept by user, record and form', () => {
    const keys = [buildDraftKey('repair', 1, 'A'), buildDraftKey('repair', 2, 'A'), buildDraftKey('repair', 1, 'B')];
    startSession({ ...ana, identification: 'bob' });
    keys.push(buildDraftKey('repair', 1, 'A'), buildDraftKey('support', 1, 'A'));
    expect(new Set(keys).size).toBe(5);
  });

  it('are counted for the user only, without expired ones and other data', () => {
    vi.useFakeTimers();
    writeDraft(buildDraftKey('repair', 1, 'A'), { note: 'x' });
    vi.setSystemTime(Date.now() + 6 * 24 * 3_600_000);
    writeDraft(buildDraftKey('repair', 2, 'A'), { note: 'x' });
    writeDraft(buildDraftKey('repair', 3, 'A').replace('ana', 'anabel'), { note: 'x' });
    localStorage.setItem('portal_language', 'es');
    expect(countDrafts()).toBe(2);
    vi.setSystemTime(Date.now() + 2 * 24 * 3_600_000);
    expect(countDrafts()).toBe(1);
  });

  it('of all users are deleted once expired, and no other data', () => {
    vi.useFakeTimers();
    const bobs = buildDraftKey('repair', 1, 'A').replace('ana', 'bob');
    writeDraft(bobs, { note: 'x' });
    localStorage.setItem('portal_language', 'es');
    vi.setSystemTime(Date.now() + 8 * 24 * 3_600_000);
    deleteExpiredDrafts();
    expect([localStorage.getItem(bobs), localStorage.getItem('portal_language')]).toEqual([null, 'es']);
  });
});

describe('a change of another tab', () => {
  const onChange = vi.fn();
  const dispatch = (key: string, oldValue: object | null, newValue: object | null) => {
    const store = (leaves: object | null) => leaves && JSON.stringify({ leaves, savedAt: '2026-11-20T12:00:00Z' });
    window.dispatchEvent(new StorageEvent('storage', { key, oldValue: store(oldValue), newValue: store(newValue) }));
  };

  it('is reported for the draft of this form until it closes, if its values changed', () => {
    const stop = onDraftChangedElsewhere('k', onChange);
    dispatch('k', { note: 'x' }, { note: 'y' });
    dispatch('k', { note: 'y' }, null);
    dispatch('k', { note: 'y' }, { note: 'y' });
    dispatch('other', null, { note: 'z' });
    stop();
    dispatch('k', null, { note: 'z' });
    expect(onChange.mock.calls).toEqual([
      [{ note: 'y' }, { note: 'x' }],
      [null, { note: 'y' }],
    ]);
  });
});

describe('end of a session', () => {
  it('by logout deletes the drafts of this user and of no other', async () => {
    vi.stubGlobal('fetch', async () => new Response('null', { status: 200 }));
    const ownKey = buildDraftKey('repair', 1, 'SHIPPING');
    const otherUserKey = ownKey.replace('ana', 'bob');
    writeDraft(ownKey, { phone: '1' });
    writeDraft(otherUserKey, { phone: '2' });
    await logout();
    expect(readDraft(ownKey)).toBeNull();
    expect(readDraft(otherUserKey)?.values).toEqual({ phone: '2' });
    writeDraft(ownKey, { phone: 'typed in a tab that is still open' });
    expect(readDraft(ownKey)).toBeNull();
  });

  it('by expiry keeps drafts, including one saved when the form unmounts', () => {
    const ownKey = buildDraftKey('repair', 1, 'SHIPPING');
    writeDraft(ownKey, { phone: '1' });
    markSessionExpired();
    expect(readDraft(ownKey)?.values).toEqual({ phone: '1' });
    writeDraft(ownKey, { phone: '12' });
    expect(readDraft(ownKey)?.values).toEqual({ phone: '12' });
  });
});
