// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  buildDraftPrefix,
  CookiesBlockedError,
  clearSession,
  clearSessionOnLogout,
  getSessionSnapshot,
  hasSignedOut,
  onSessionChange,
  readSession,
  startSession,
} from './session';
import type { Session } from './types';

const session: Session = { identification: 'señor_Ж', token: 'abc-123_=', permissions: ['SERVICE'] };

function writeCookies(...pairs: string[]) {
  for (const pair of pairs) {
    // biome-ignore lint/suspicious/noDocumentCookie: the session is stored in cookies
    document.cookie = `${pair}; Path=/`;
  }
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  clearSession();
});

describe('the session', () => {
  it('is read as stored', () => {
    startSession(session);
    expect(readSession()).toEqual({ session, broken: false });
  });

  it('is stored as base64url JSON with a flag', () => {
    startSession(session);
    const value = /portal_user=([^;]*)/.exec(document.cookie)?.[1] ?? '';
    expect(value).toMatch(/^[\w-]+$/);
    expect(JSON.parse(Buffer.from(value, 'base64url').toString())).toEqual(session);
    expect(document.cookie).toContain('portal_logged_in=true');
  });

  it('is removed when cleared', () => {
    startSession(session);
    clearSession();
    expect(readSession()).toEqual({ session: null, broken: false });
    expect(document.cookie).toBe('');
  });

  it.each([
    ['missing', []],
    ['no base64', ['portal_user=%%%']],
    ['no JSON', ['portal_user=aGVsbG8']],
    [
      'without a token',
      [`portal_user=${Buffer.from('{"identification":"a","permissions":["CLIENT"]}').toString('base64url')}`],
    ],
    [
      'without a role',
      [`portal_user=${Buffer.from('{"identification":"a","token":"t","permissions":[]}').toString('base64url')}`],
    ],
  ])('is broken if the flag is set and the user cookie is %s', (_, cookies) => {
    writeCookies('portal_logged_in=true', ...cookies);
    expect(readSession()).toEqual({ session: null, broken: true });
  });

  it('notifies this tab of each change, and other tabs by storage events', () => {
    vi.useFakeTimers();
    const listener = vi.fn();
    const stop = onSessionChange(listener);
    startSession(session);
    clearSession();
    expect(listener).toHaveBeenCalledTimes(2);
    window.dispatchEvent(new StorageEvent('storage', { key: 'portal_sign' }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'portal_mode' }));
    expect(listener).toHaveBeenCalledTimes(3);
    // Cookies may arrive later than the storage event.
    vi.advanceTimersByTime(200);
    expect(listener).toHaveBeenCalledTimes(4);
    vi.runAllTimers();
    stop();
    listener.mockClear();
    startSession(session);
    expect(listener).not.toHaveBeenCalled();
  });
});

it('throws if the browser blocks cookies', () => {
  vi.spyOn(document, 'cookie', 'set').mockImplementation(() => undefined);
  expect(() => startSession(session)).toThrow(CookiesBlockedError);
});

it('notifies this tab of a logout while the storage is full', () => {
  startSession(session);
  const listener = vi.fn();
  const stop = onSessionChange(listener);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError');
  });
  clearSessionOnLogout();
  expect(listener).toHaveBeenCalledOnce();
  expect(readSession().session).toBeNull();
  stop();
});

describe('a logout', () => {
  afterEach(() => localStorage.clear());

  it("deletes the user's drafts, but no other data and no drafts of other users", () => {
    const keys = [
      `${buildDraftPrefix('ana')}a`,
      `${buildDraftPrefix('ana')}b`,
      `${buildDraftPrefix('ana_2')}a`,
      'other',
    ];
    for (const key of keys) localStorage.setItem(key, 'x');
    startSession({ ...session, identification: 'ana' });
    clearSessionOnLogout();
    expect(keys.map((key) => localStorage.getItem(key))).toEqual([null, null, 'x', 'x']);
    expect(readSession()).toEqual({ session: null, broken: false });
  });

  it('differs from a session that has expired, which keeps the drafts', () => {
    const key = `${buildDraftPrefix('ana')}a`;
    localStorage.setItem(key, 'x');
    startSession({ ...session, identification: 'ana' });
    expect(hasSignedOut()).toBe(false);
    clearSession();
    expect([hasSignedOut(), localStorage.getItem(key)]).toEqual([false, 'x']);
    startSession({ ...session, identification: 'ana' });
    clearSessionOnLogout();
    expect(hasSignedOut()).toBe(true);
    startSession(session);
    expect(hasSignedOut()).toBe(false);
  });
});

it('has a snapshot that changes with user, token and end of the session', () => {
  const before = getSessionSnapshot();
  startSession(session);
  const started = getSessionSnapshot();
  startSession({ ...session, token: 'newer' });
  const renewed = getSessionSnapshot();
  expect(new Set([before, started, renewed]).size).toBe(3);
  expect(getSessionSnapshot()).toBe(renewed);
});

it('is none, and not broken, without the flag of a login', () => {
  startSession(session);
  writeCookies('portal_logged_in=false');
  expect(readSession()).toEqual({ session: null, broken: false });
});

it('is read again when the tab is shown or focused, but not when it is hidden', () => {
  const listener = vi.fn();
  const stop = onSessionChange(listener);
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(listener).not.toHaveBeenCalled();
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  window.dispatchEvent(new Event('focus'));
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
  document.dispatchEvent(new Event('visibilitychange'));
  window.dispatchEvent(new Event('focus'));
  window.dispatchEvent(new StorageEvent('storage', { key: 'portal_sign' }));
  expect(listener).toHaveBeenCalledTimes(2);
});

it('is read once more two seconds after another tab changed it', () => {
  vi.useFakeTimers();
  const listener = vi.fn();
  const stop = onSessionChange(listener);
  window.dispatchEvent(new StorageEvent('storage', { key: 'portal_sign' }));
  vi.advanceTimersByTime(1_999);
  expect(listener).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1);
  expect(listener).toHaveBeenCalledTimes(3);
  stop();
});

it('is in cookies that only this site gets, which a portal without https can read', () => {
  const written = vi.spyOn(document, 'cookie', 'set');
  startSession(session);
  expect(written.mock.calls).toEqual([
    [expect.stringMatching(/^portal_user=[\w-]+; Path=\/; SameSite=Strict$/)],
    ['portal_logged_in=true; Path=/; SameSite=Strict'],
  ]);
});

it.each(['>>>???', '\u00ff\u00fe\u00ff', 'a', 'ab', 'abc'])(
  'is read as stored, with each character of base64: %s',
  (identification) => {
    startSession({ ...session, identification });
    expect(/portal_user=([^;]*)/.exec(document.cookie)?.[1]).toMatch(/^[\w-]+$/);
    expect(readSession().session?.identification).toBe(identification);
  },
);

it.each([
  { identification: 'a', token: '', permissions: ['CLIENT'] },
  { identification: 7, token: 't', permissions: ['CLIENT'] },
  { identification: 'a', token: 't', permissions: 'CLIENT' },
])('is broken with values that no login has: %j', (stored) => {
  writeCookies('portal_logged_in=true', `portal_user=${Buffer.from(JSON.stringify(stored)).toString('base64url')}`);
  expect(readSession()).toEqual({ session: null, broken: true });
});
