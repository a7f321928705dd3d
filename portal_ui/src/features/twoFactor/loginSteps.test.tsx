// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { readSession } from '../../api/session';
import type { LoginStep } from '../../api/types';
import { logInWithPasskey } from './passkeyLogin';
import TwoFactorLogin from './TwoFactorLogin';
import { type MockResponses, open, session, withPasskeys } from './testing';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  for (const name of ['portal_user', 'portal_logged_in']) {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
    document.cookie = `${name}=; Path=/; Max-Age=0`;
  }
});

const show = (means: LoginStep['means'], responses: MockResponses = {}, kind: LoginStep['step'] = 'VERIFY') =>
  open(
    <TwoFactorLogin step={{ step: kind, key: 'k', means, expiresAt: '2026-06-01T12:00:00Z' }} onBack={() => {}} />,
    responses,
  );
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
const press = async (name: string) => fireEvent.click(await button(name));
const getToken = () => readSession().session?.token;
const options = { 'POST contacts/login/passkey/options': { body: { key: 'o', options: { challenge: 'c' } } } };

it('begins with the passkey if there is one, and offers the other ways', async () => {
  withPasskeys();
  await show(['CODE', 'PASSKEY']);
  await button('Use a passkey');
  expect(screen.queryByLabelText('Code')).toBeNull();
  await press('Use a code from the app');
  expect(screen.getByLabelText('Code')).toBeTruthy();
  expect(screen.getByText(/six-digit code/)).toBeTruthy();
  await press('Use a recovery code');
  expect(screen.getByLabelText('Recovery code')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Use a recovery code' })).toBeNull();
  await press('Use a passkey');
  expect(screen.queryByLabelText('Recovery code')).toBeNull();
});

it('offers no code to a user with passkeys only', async () => {
  withPasskeys();
  await show(['PASSKEY']);
  await button('Use a recovery code');
  expect(screen.queryByRole('button', { name: 'Use a code from the app' })).toBeNull();
});

it('asks for a recovery code if the user has no other way', async () => {
  await show([]);
  expect(await screen.findByLabelText('Recovery code')).toBeTruthy();
});

it('empties the field when another way is chosen', async () => {
  await show(['CODE']);
  fireEvent.change(await screen.findByLabelText('Code'), { target: { value: '123' } });
  await press('Use a recovery code');
  expect(screen.getByLabelText<HTMLInputElement>('Recovery code').value).toBe('');
  expect((await button('Log in')).disabled).toBe(true);
});

it('requests the passkey only once while the browser asks the user', async () => {
  const { get } = withPasskeys();
  get.mockReturnValue(new Promise(() => {}));
  const calls = await show(['PASSKEY'], options);
  await press('Use a passkey');
  await waitFor(() => expect(get).toHaveBeenCalledWith({ publicKey: { challenge: 'c' } }));
  expect((await button('Use a passkey')).disabled).toBe(true);
  expect(calls).toEqual([['POST contacts/login/passkey/options', { key: 'k' }]]);
});

it('shows the reason of the server below the code if it is not about the code', async () => {
  await show(['CODE'], {
    'POST contacts/login/code': { status: 410, body: { code: 'X', message: 'This login has expired.', fields: {} } },
  });
  fireEvent.change(await screen.findByLabelText('Code'), { target: { value: '123456' } });
  await press('Log in');
  expect((await screen.findByRole('alert')).textContent).toBe('This login has expired.');
  expect(screen.getByLabelText('Code').getAttribute('aria-invalid')).toBe('false');
  expect(getToken()).toBeUndefined();
});

it('enters the portal after a passkey was set up for a role that requires it', async () => {
  withPasskeys();
  const calls = await show(
    [],
    {
      'POST second-factor/passkey/begin': { body: { key: 'x', options: { challenge: 'c' } } },
      'POST second-factor/passkey': { body: { recoveryCodes: null, session } },
    },
    'ENROL',
  );
  await press('Add passkey');
  expect(screen.getByRole('heading', { name: 'Add passkey' })).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Passkey name'), { target: { value: 'Phone' } });
  await press('Create passkey');
  await waitFor(() => expect(getToken()).toBe('new'));
  expect(calls).toEqual([
    ['POST second-factor/passkey/begin', { key: 'k' }],
    ['POST second-factor/passkey', { key: 'k', name: 'Phone', credential: '{"id":"made"}' }],
  ]);
});

it('returns from the setup of a method to the choice', async () => {
  withPasskeys();
  await show([], {}, 'ENROL');
  await press('Add passkey');
  await press('Back');
  expect(await screen.findByRole('heading', { name: 'Set up two-factor authentication' })).toBeTruthy();
  expect(await button('Set up authenticator app')).toBeTruthy();
});

it('logs in with a passkey of any user', async () => {
  withPasskeys();
  const calls = await open(null, { ...options, 'POST contacts/login/passkey': { body: session } });
  await logInWithPasskey();
  expect(getToken()).toBe('new');
  expect(calls).toEqual([
    ['POST contacts/login/passkey/options', {}],
    ['POST contacts/login/passkey', { key: 'o', credential: '{"id":"made"}' }],
  ]);
});

it('removes an error as soon as the next try is sent', async () => {
  let isPending = false;
  await open(
    <TwoFactorLogin
      step={{ step: 'VERIFY', key: 'k', means: ['CODE'], expiresAt: '2026-06-01T12:00:00Z' }}
      onBack={() => {}}
    />,
    {},
  );
  const rejection = { code: 'X', message: 'Too many attempts.', fields: {} };
  vi.stubGlobal('fetch', () =>
    isPending ? new Promise(() => {}) : Promise.resolve(new Response(JSON.stringify(rejection), { status: 429 })),
  );
  fireEvent.change(await screen.findByLabelText('Code'), { target: { value: '123456' } });
  await press('Log in');
  expect(await screen.findByText('Too many attempts.')).toBeTruthy();
  isPending = true;
  await press('Log in');
  await waitFor(() => expect(screen.queryByText('Too many attempts.')).toBeNull());
  expect((await button('Log in')).disabled).toBe(true);
});
