// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAuthProvider, login, logout } from './authProvider';
import { clearSessionExpiry, getSessionEndReason, markSessionExpired } from './http';
import { createQueryClient, metaKey } from './queryClient';
import { clearSession, readSession, startSession } from './session';

const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  history.replaceState(null, '', '/en/');
  startSession({ identification: 'ana', token: 't', permissions: ['CLIENT'] });
});

afterEach(() => {
  vi.unstubAllGlobals();
  clearSession();
  clearSessionExpiry();
  fetched.mockReset();
});

it('logs out without a connection, and sends nothing if no session is left', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  await logout();
  expect(readSession()).toEqual({ session: null, broken: false });
  expect(fetched).toHaveBeenCalledTimes(1);
  await logout();
  expect(fetched).toHaveBeenCalledTimes(1);
});

it('starts no session before the second step of two-factor authentication', async () => {
  clearSession();
  fetched.mockResolvedValueOnce(new Response('{"step": "CODE", "key": "k"}'));
  expect(await login({ username: 'ana', password: 'p' })).toEqual({ step: 'CODE', key: 'k' });
  expect(readSession()).toEqual({ session: null, broken: false });
});

it('forgets after a login why the last session ended', async () => {
  markSessionExpired();
  expect(getSessionEndReason()).toBe('errors.sessionExpired');
  fetched.mockResolvedValueOnce(new Response('{"identification": "ana", "token": "n", "permissions": ["CLIENT"]}'));
  expect(await login({ username: 'ana', password: 'p' })).toBeNull();
  expect(readSession().session?.token).toBe('n');
  expect(getSessionEndReason()).toBeNull();
});

it.each([
  ['parts', 'list', true],
  ['parts', 'create', true],
  ['parts', 'edit', true],
  ['parts', 'delete', false],
  ['users', 'delete', true],
  ['history', 'list', true],
  ['history', 'create', false],
  ['history', 'edit', false],
  ['history', 'delete', false],
  ['unknown', 'list', false],
])('allows what the server declares: %s, %s: %s', async (resource, action, isAllowed) => {
  const client = createQueryClient();
  client.setQueryData([metaKey, 'en'], {
    resources: [
      { name: 'parts', create: {}, form: { delete: false } },
      { name: 'users', create: null, form: { delete: true } },
      { name: 'history', create: null, form: null },
    ],
  });
  expect(await createAuthProvider(client).canAccess?.({ resource, action })).toBe(isAllowed);
});
