// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  CookiesBlockedError,
  clearSession,
  clearSessionOnLogout,
  getRole,
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

afterEach(() => clearSession());

describe('the session', () => {
  it('is read as stored, with the role as first permission', () => {
    startSession(session);
    expect(readSession()).toEqual({ session, broken: false });
    expect(getRole(session)).toBe('SERVICE');
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
    vi.useRealTimers();
    stop();
    listener.mockClear();
    startSession(session);
    expect(listener).not.toHaveBeenCalled();
  });
});

it('throws if the browser blocks cookies', () => {
  vi.spyOn(document, 'cookie', 'set').mockImplementation(() => undefined);
  expect(() => startSession(session)).toThrow(CookiesBlockedError);
  vi.restoreAllMocks();
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
  vi.restoreAllMocks();
  stop();
});
