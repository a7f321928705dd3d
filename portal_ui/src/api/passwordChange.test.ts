// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearSessionExpiry, getSessionEndReason } from './http';
import { keepSessionOnPasswordChange, renameSession } from './passwordChange';
import { clearSession, readSession, startSession } from './session';

const fetched = vi.fn<typeof fetch>();
const saved = { username: 'ana' };
const getName = ({ username }: typeof saved) => username;

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  startSession({ identification: 'ana', token: 'old', permissions: ['CLIENT'] });
});

afterEach(() => {
  clearSession();
  clearSessionExpiry();
  fetched.mockReset();
});

it('continues the session with a new token after a password change', async () => {
  const session = { identification: 'ana', token: 'new', permissions: ['CLIENT'] };
  fetched.mockResolvedValueOnce(new Response(JSON.stringify(session)));
  expect(await keepSessionOnPasswordChange(() => Promise.resolve(saved), getName, 'Grúa-7-azul')).toBe(saved);
  expect(JSON.parse(String(fetched.mock.calls[0]?.[1]?.body))).toEqual({ username: 'ana', password: 'Grúa-7-azul' });
  expect(readSession().session?.token).toBe('new');
});

it('shows a reason on the login page if the new login fails', async () => {
  fetched.mockRejectedValueOnce(new TypeError('no line'));
  await keepSessionOnPasswordChange(() => Promise.resolve(saved), getName, 'Grúa-7-azul');
  expect(readSession().session).toBeNull();
  expect(getSessionEndReason()).toBe('users.password.signInAgain');
});

it('keeps the token if the new password is rejected', async () => {
  await expect(keepSessionOnPasswordChange(() => Promise.reject(new Error('400')), getName, 'weak')).rejects.toThrow(
    '400',
  );
  expect(fetched).not.toHaveBeenCalled();
  expect(readSession().session?.token).toBe('old');
});

it('keeps the token under a new username', () => {
  renameSession('ana_2');
  expect(readSession().session).toEqual({ identification: 'ana_2', token: 'old', permissions: ['CLIENT'] });
});
