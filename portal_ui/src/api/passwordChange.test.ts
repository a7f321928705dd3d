// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dataProvider } from './dataProvider';
import { clearSessionExpiry, getSessionEndReason } from './http';
import { keepSessionOnPasswordChange, renameSession } from './passwordChange';
import { clearSession, onSessionChange, readSession, startSession } from './session';

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

it('does not start the session again under the same username, or without one', () => {
  const listener = vi.fn();
  const stop = onSessionChange(listener);
  renameSession('ana');
  expect(listener).not.toHaveBeenCalled();
  clearSession();
  renameSession('ana_2');
  expect(readSession().session).toBeNull();
  stop();
});

it('asks to log in again if the new login needs a second step', async () => {
  fetched.mockResolvedValueOnce(new Response('{"step": "CODE", "key": "k"}'));
  expect(await keepSessionOnPasswordChange(() => Promise.resolve(saved), getName, 'Grúa-7-azul')).toBe(saved);
  expect(readSession().session).toBeNull();
  expect(getSessionEndReason()).toBe('users.password.signInAgain');
});

describe('a save of the own profile', () => {
  const save = (resource: string, password: unknown) => {
    fetched.mockImplementation(async (url) =>
      String(url).endsWith('/login')
        ? new Response('{"identification": "ana_2", "token": "new", "permissions": ["CLIENT"]}')
        : new Response('{"id": 1, "username": "ana_2"}'),
    );
    return dataProvider.update(resource, { id: 1, data: { password }, previousData: { id: 1 } });
  };
  const getPaths = () => fetched.mock.calls.map(([url]) => String(url));

  it('with a new password logs in with it under the saved username', async () => {
    await save('profile', 'Grúa-7-azul');
    expect(getPaths()).toEqual(['/api/rest/profile/1', '/api/v1/contacts/login']);
    expect(JSON.parse(String(fetched.mock.calls[1]?.[1]?.body))).toEqual({
      username: 'ana_2',
      password: 'Grúa-7-azul',
    });
    expect(readSession().session?.token).toBe('new');
  });

  it.each([
    ['without a password', 'profile', undefined],
    ['with an empty password', 'profile', ''],
    ['of another user', 'users', 'Grúa-7-azul'],
  ])('%s keeps the session', async (_, resource, password) => {
    await save(resource, password);
    expect(getPaths()).toEqual([`/api/rest/${resource}/1`]);
    expect(readSession().session?.token).toBe('old');
  });
});
