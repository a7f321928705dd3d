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

it('sends the credentials, and starts the session of the response', async () => {
  clearSession();
  const login1 = { identification: 'eva', token: 'n', permissions: ['SERVICE'], other: 'not stored' };
  fetched.mockResolvedValueOnce(new Response(JSON.stringify(login1)));
  await login({ username: 'eva', password: ' p ' });
  const [url, init] = fetched.mock.calls[0] ?? [];
  expect([url, init?.method, init?.body]).toEqual([
    '/api/v1/contacts/login',
    'POST',
    '{"username":"eva","password":" p "}',
  ]);
  expect(readSession().session).toEqual({ identification: 'eva', token: 'n', permissions: ['SERVICE'] });
});

it('starts no session if the credentials are rejected', async () => {
  clearSession();
  fetched.mockResolvedValueOnce(new Response('{"code": "BAD_CREDENTIALS"}', { status: 401 }));
  await expect(login({ username: 'ana', password: 'p' })).rejects.toMatchObject({ status: 401 });
  expect(readSession().session).toBeNull();
});

it('ends the token on the server with a logout', async () => {
  fetched.mockResolvedValueOnce(new Response('true'));
  expect(await logout()).toBe(false);
  const [url, init] = fetched.mock.calls[0] ?? [];
  expect([url, init?.method, new Headers(init?.headers).get('Authorization')]).toEqual([
    '/api/v1/contacts/logout',
    'PUT',
    't',
  ]);
});

it('knows whether a user is logged in, with the name', async () => {
  const client = createQueryClient();
  client.setQueryData([metaKey, 'en'], { user: { username: 'ana', firstName: 'Ana', lastName: 'Ruiz' } });
  const provider = createAuthProvider(client);
  await expect(provider.checkAuth({})).resolves.toBeUndefined();
  // Only http.ts ends a session.
  await expect(provider.checkError({ status: 401 })).resolves.toBeUndefined();
  expect(await provider.getIdentity?.()).toEqual({ id: 'ana', fullName: 'Ana Ruiz' });
  clearSession();
  await expect(provider.checkAuth({})).rejects.toThrow('signed out');
});
