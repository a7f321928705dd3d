// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { MetaProvider } from '../../api/meta';
import type { Meta, OwnTwoFactor, TwoFactorRole } from '../../api/types';
import RequiredRolesPage from './RequiredRolesPage';
import TwoFactorCard from './TwoFactorCard';
import { type MockResponses, open, withPasskeys, wrongCode } from './testing';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const none: OwnTwoFactor = { required: false, codesSince: null, passkeys: [], recoveryCodes: 0 };
const at = '2026-06-01T12:00:00Z';
const both: OwnTwoFactor = {
  required: true,
  codesSince: at,
  passkeys: [{ id: 7, name: 'Laptop', createdAt: at, usedAt: null }],
  recoveryCodes: 2,
};
const keyResponse = { 'POST second-factor/key': { body: { key: 'k', expiresAt: at } } };
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

async function renderCard(factors: OwnTwoFactor, responses: MockResponses = {}) {
  const calls = await open(<TwoFactorCard />, { 'GET second-factor': { body: factors }, ...keyResponse, ...responses });
  await screen.findByText('Passkeys');
  return calls;
}

/** Confirm the password of a change. */
async function confirm(password = 'secret', button = 'Continue') {
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Current password'), { target: { value: password } });
  fireEvent.click(dialog.getByRole('button', { name: button }));
}

it('shows the methods and warns of a low number of recovery codes', async () => {
  await renderCard(both);
  expect(screen.getByText('On')).toBeTruthy();
  expect(screen.getByText(/Your role requires two-factor authentication/)).toBeTruthy();
  expect(screen.getByText('Laptop')).toBeTruthy();
  expect(screen.getByText("2 codes left You're running low. Generate new codes.")).toBeTruthy();
});

it('hides recovery codes without two-factor authentication', async () => {
  await renderCard(none);
  expect(screen.getByText('Off')).toBeTruthy();
  expect(screen.queryByText('Recovery codes')).toBeNull();
});

it('requires the password before a change and shows an error at its field', async () => {
  const calls = await renderCard(none, {
    'POST second-factor/key': {
      status: 400,
      body: { code: 'VALIDATION', message: 'x', fields: { currentPassword: ['Incorrect current password'] } },
    },
  });
  press('Set up authenticator app');
  await confirm('wrong');
  await screen.findByText('Incorrect current password');
  expect(calls).toEqual([['POST second-factor/key', { currentPassword: 'wrong' }]]);
});

it('adds a named passkey and shows the recovery codes that come with the first method', async () => {
  withPasskeys();
  const calls = await renderCard(none, {
    'POST second-factor/passkey/begin': { body: { key: 'k', options: {} } },
    'POST second-factor/passkey': { body: { recoveryCodes: ['AAAA-BBBB-CCCC'], session: null } },
  });
  press('Add passkey');
  await confirm();
  fireEvent.change(await screen.findByLabelText('Passkey name'), { target: { value: 'Phone' } });
  press('Create passkey');
  await screen.findByText('AAAA-BBBB-CCCC');
  expect(calls.at(-1)).toEqual([
    'POST second-factor/passkey',
    { key: 'k', name: 'Phone', credential: '{"id":"made"}' },
  ]);
  // Escape does not close the dialog with the codes.
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  press("I've saved them");
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

/** Confirm the change by a code, as required with two-factor authentication. */
async function confirmWithCode(button = 'Continue') {
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByLabelText('Code');
  fireEvent.change(dialog.getByLabelText('Code'), { target: { value: '123456' } });
  fireEvent.click(dialog.getByRole('button', { name: button }));
}

const confirming: MockResponses = {
  'POST second-factor/key': {
    status: 202,
    body: { step: 'CONFIRM', key: 's', means: ['CODE', 'PASSKEY'], expiresAt: at },
  },
  'POST second-factor/key/code': { body: { key: 'k', expiresAt: at } },
};

it('requires the existing method after the password', async () => {
  const calls = await renderCard(both, {
    ...confirming,
    'POST second-factor/key/code': ({ code }) =>
      code === '123456' ? { body: { key: 'k', expiresAt: at } } : wrongCode,
    'POST second-factor/recovery-codes': { body: ['AAAA-BBBB-CCCC'] },
  });
  press('Generate new codes');
  await confirm();
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(await dialog.findByLabelText('Code'), { target: { value: '000000' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  await screen.findByText('This code is incorrect');
  await confirmWithCode();
  await screen.findByText('AAAA-BBBB-CCCC');
  expect(calls.map(([name]) => name)).toEqual([
    'POST second-factor/key',
    'POST second-factor/key/code',
    'POST second-factor/key/code',
    'POST second-factor/recovery-codes',
  ]);
});

it('removes a method with password and code, and shows if the role requires it', async () => {
  const calls = await renderCard(both, {
    ...confirming,
    'POST second-factor/remove': ({ passkey }) =>
      passkey === 7
        ? { body: true }
        : { status: 409, body: { code: 'SECOND_FACTOR_REQUIRED', message: 'Set up another one first.', fields: {} } },
  });
  press('Remove passkey Laptop');
  expect(await screen.findByText('Remove “Laptop”?')).toBeTruthy();
  await confirm();
  await confirmWithCode('Remove');
  await screen.findByText('Laptop removed');
  expect(calls.at(-1)).toEqual(['POST second-factor/remove', { key: 'k', passkey: 7 }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  press('Remove authenticator app');
  await confirm();
  await confirmWithCode('Remove');
  expect(within(screen.getByRole('dialog')).getByText(/Remove “Authenticator app”/)).toBeTruthy();
  await screen.findByText('Set up another one first.');
});

it('requires two-factor authentication of a role after a confirmation', async () => {
  const roles: TwoFactorRole[] = [
    { role: 'CLIENT', name: 'Client', required: false, users: 12, without: 11 },
    { role: 'ADMIN', name: 'Administrator', required: true, users: 2, without: 0 },
  ];
  const calls = await open(
    <MetaProvider value={{ pages: [] } as unknown as Meta}>
      <RequiredRolesPage />
    </MetaProvider>,
    {
      'GET second-factor/roles': { body: roles },
      'PUT second-factor/roles': { body: roles.map((each) => ({ ...each, required: true })) },
    },
  );
  await screen.findByText('Set up by 1 of 12 users');
  expect(screen.getByText('Set up by all 2 users')).toBeTruthy();
  fireEvent.click(screen.getByRole('switch', { name: 'Client' }));
  expect(calls).toEqual([]);
  fireEvent.click(await screen.findByRole('button', { name: 'Require' }));
  await screen.findByText('Saved');
  expect(calls).toEqual([['PUT second-factor/roles', { roles: ['CLIENT', 'ADMIN'] }]]);
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Client' }).checked).toBe(true));
});
