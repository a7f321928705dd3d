// @vitest-environment jsdom

import { useQuery } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { setupKey } from '../../api/queryClient';
import type { OwnTwoFactor } from '../../api/types';
import TwoFactorCard from './TwoFactorCard';
import { type MockResponses, open, withPasskeys, wrongCode } from './testing';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'clipboard');
});

const at = '2026-06-01T12:00:00Z';
const none: OwnTwoFactor = { required: false, codesSince: null, passkeys: [], recoveryCodes: 0 };
const withCodes: OwnTwoFactor = { ...none, codesSince: at, recoveryCodes: 4 };
const laptop = { id: 7, name: 'Laptop', createdAt: at, usedAt: '2026-06-03T13:00:00Z' };
const withPasskey: OwnTwoFactor = { ...none, passkeys: [laptop], recoveryCodes: 10 };
const key = { 'POST second-factor/key': { body: { key: 'k', expiresAt: at } } };
const keyAfter = (...means: string[]): MockResponses => ({
  'POST second-factor/key': { status: 202, body: { step: 'CONFIRM', key: 's', means, expiresAt: at } },
});
const secret = { 'POST second-factor/code/begin': { body: { secret: 'ABCDEFGHIJ', picture: 'data:x' } } };

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const dialog = () => within(screen.getByRole('dialog'));
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

/** Render the card; `reads` counts how often the methods were read. */
async function show(factors: OwnTwoFactor, responses: MockResponses = {}) {
  let reads = 0;
  const own = () => {
    reads += 1;
    return { body: factors };
  };
  const calls = await open(<TwoFactorCard />, { 'GET second-factor': own, ...key, ...responses });
  await screen.findByText('Passkeys');
  return { calls, reads: () => reads };
}

it('shows since when there are codes and passkeys, and offers to replace the app', async () => {
  await show({ ...withCodes, passkeys: [laptop] });
  expect(screen.getByText('Set up 06/01/2026 08:00 AM')).toBeTruthy();
  expect(screen.getByText('Created 06/01/2026 08:00 AM · Last used 06/03/2026 09:00 AM')).toBeTruthy();
  expect(screen.getByText('4 codes left')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Replace app' })).toBeTruthy();
  expect(screen.queryByText(/Your role requires/)).toBeNull();
});

it('warns of three recovery codes or fewer', async () => {
  await show({ ...withCodes, recoveryCodes: 3 });
  expect(screen.getByText(/^3 codes left You're running low/)).toBeTruthy();
});

it('is on with a passkey only, and has no app to remove', async () => {
  await show(withPasskey);
  expect(screen.getByText('On')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Generate new codes' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Remove authenticator app' })).toBeNull();
});

it('shows an error with a retry if the methods fail to load', async () => {
  let status = 403;
  await open(<TwoFactorCard />, {
    'GET second-factor': () => ({ status, body: status === 200 ? none : { code: 'X', message: 'Not now' } }),
  });
  expect(await screen.findByText('Not now')).toBeTruthy();
  status = 200;
  press('Try again');
  expect(await screen.findByText('Off')).toBeTruthy();
});

it('sends a password as it was typed, and a code without spaces around it', async () => {
  const { calls } = await show(none, { ...secret, 'POST second-factor/code': wrongCode });
  press('Set up authenticator app');
  expect(dialog().getByRole<HTMLButtonElement>('button', { name: 'Continue' }).disabled).toBe(true);
  await type('Current password', ' se cret ');
  press('Continue');
  await type('Code', ' 123456 ');
  press('Verify code');
  await screen.findByText('This code is incorrect');
  expect(calls.filter(([name]) => !name.endsWith('begin')).map(([, sent]) => sent)).toEqual([
    { currentPassword: ' se cret ' },
    { key: 'k', code: '123456' },
  ]);
});

it('sends nothing on Enter while the field is blank', async () => {
  const { calls } = await show(none);
  press('Set up authenticator app');
  await type('Current password', '  ');
  fireEvent.submit(screen.getByLabelText('Current password').closest('form') as HTMLFormElement);
  await waitFor(() => expect(dialog().getByLabelText('Current password')).toBeTruthy());
  expect(calls).toEqual([]);
});

it('adds the app to an existing method, says so, and reads the methods and the setup steps again', async () => {
  let setupReads = 0;
  const SetupSteps = () => {
    useQuery({ queryKey: [setupKey], queryFn: async () => (setupReads += 1) });
    return null;
  };
  let reads = 0;
  const own = () => {
    reads += 1;
    return { body: withPasskey };
  };
  const page = (
    <>
      <SetupSteps />
      <TwoFactorCard />
    </>
  );
  const calls = await open(page, {
    'GET second-factor': own,
    ...keyAfter('CODE'),
    'POST second-factor/key/code': { body: { key: 'confirmed' } },
    ...secret,
    'POST second-factor/code': { body: { recoveryCodes: null, session: null } },
  });
  await screen.findByText('Passkeys');
  const before = { reads, setupReads };
  press('Set up authenticator app');
  await type('Current password', 'secret');
  press('Continue');
  await type('Code', '111111');
  press('Continue');
  await screen.findByText('ABCD EFGH IJ');
  await type('Code', '222222');
  press('Verify code');
  expect(await screen.findByText(/^Authenticator app added\./)).toBeTruthy();
  await isClosed();
  expect(calls.slice(1)).toEqual([
    ['POST second-factor/key/code', { key: 's', code: '111111' }],
    ['POST second-factor/code/begin', { key: 'confirmed' }],
    ['POST second-factor/code', { key: 'confirmed', code: '222222' }],
  ]);
  await waitFor(() =>
    expect({ reads, setupReads }).toEqual({ reads: before.reads + 1, setupReads: before.setupReads + 1 }),
  );
});

it('adds a passkey to an existing one, confirmed by that one', async () => {
  withPasskeys();
  const { calls } = await show(withPasskey, {
    ...keyAfter('PASSKEY'),
    'POST contacts/login/passkey/options': { body: { key: 'o', options: {} } },
    'POST second-factor/key/passkey': { body: { key: 'confirmed' } },
    'POST second-factor/passkey/begin': { body: { key: 'x', options: {} } },
    'POST second-factor/passkey': { body: { recoveryCodes: null, session: null } },
  });
  press('Add passkey');
  await type('Current password', 'secret');
  press('Continue');
  fireEvent.click(await screen.findByRole('button', { name: 'Use a passkey' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Passkey name')).value).toBe('My passkey');
  press('Create passkey');
  expect(await screen.findByText(/^Passkey added\./)).toBeTruthy();
  expect(calls.slice(1)).toEqual([
    ['POST contacts/login/passkey/options', { key: 's' }],
    ['POST second-factor/key/passkey', { key: 'o', credential: '{"id":"made"}' }],
    ['POST second-factor/passkey/begin', { key: 'confirmed' }],
    ['POST second-factor/passkey', { key: 'confirmed', name: 'My passkey', credential: '{"id":"made"}' }],
  ]);
});

it('shows why the browser created no passkey, and creates one on the next try', async () => {
  const { create } = withPasskeys();
  create.mockRejectedValueOnce(new DOMException('', 'InvalidStateError'));
  await show(none, {
    'POST second-factor/passkey/begin': { body: { key: 'x', options: {} } },
    'POST second-factor/passkey': { body: { recoveryCodes: null, session: null } },
  });
  press('Add passkey');
  await type('Current password', 'secret');
  press('Continue');
  await screen.findByLabelText('Passkey name');
  press('Create passkey');
  expect(await screen.findByText('This device already has a passkey for your account.')).toBeTruthy();
  press('Create passkey');
  expect(await screen.findByText(/^Passkey added\./)).toBeTruthy();
  expect(screen.queryByText(/already has a passkey/)).toBeNull();
});

it('explains why a passkey cannot be added here', async () => {
  await show(none);
  press('Add passkey');
  await type('Current password', 'secret');
  press('Continue');
  expect(await dialog().findByText(/secure connection|browser/)).toBeTruthy();
  expect(screen.queryByLabelText('Passkey name')).toBeNull();
  press('Cancel');
  await isClosed();
});

it('removes the app by its own entry after an explanation', async () => {
  const { calls } = await show(withCodes, {
    ...keyAfter('CODE'),
    'POST second-factor/key/code': { body: { key: 'confirmed' } },
    'POST second-factor/remove': { body: true },
  });
  press('Remove authenticator app');
  expect(dialog().getByText(/You'll be logged out of all other sessions/)).toBeTruthy();
  await type('Current password', 'secret');
  press('Continue');
  await type('Code', '123456');
  press('Remove');
  expect(await screen.findByText('Authenticator app removed')).toBeTruthy();
  expect(calls.at(-1)).toEqual(['POST second-factor/remove', { key: 'confirmed', passkey: null }]);
});

it('closes on Cancel without a change', async () => {
  const { calls, reads } = await show(withCodes);
  const before = reads();
  press('Generate new codes');
  expect(dialog().getByText('Your current codes will stop working.')).toBeTruthy();
  press('Cancel');
  await isClosed();
  expect(calls).toEqual([]);
  await waitFor(() => expect(reads()).toBe(before + 1));
});

it('shows the error of the server if a secret cannot be created', async () => {
  await show(none, {
    'POST second-factor/code/begin': { status: 409, body: { code: 'X', message: 'The key has expired.', fields: {} } },
  });
  press('Set up authenticator app');
  await type('Current password', 'secret');
  press('Continue');
  expect(await screen.findByText('The key has expired.')).toBeTruthy();
});

async function openCodes() {
  await show(withCodes, { ...key, 'POST second-factor/recovery-codes': { body: ['AAAA-1', 'BBBB-2'] } });
  press('Generate new codes');
  await type('Current password', 'secret');
  press('Continue');
  await screen.findByText('BBBB-2');
}

it('copies the recovery codes, one in each line', async () => {
  const writeText = vi.fn(async () => {});
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  await openCodes();
  press('Copy');
  expect(await screen.findByText('Copied')).toBeTruthy();
  expect(writeText).toHaveBeenCalledWith('AAAA-1\nBBBB-2');
});

it('downloads the recovery codes as a text file, and prints them', async () => {
  let saved: Blob | undefined;
  let fileName = '';
  vi.stubGlobal('URL', {
    createObjectURL: (blob: Blob) => {
      saved = blob;
      return 'blob:codes';
    },
    revokeObjectURL: () => {},
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    fileName = this.download;
  });
  const print = vi.fn();
  vi.stubGlobal('print', print);
  await openCodes();
  press('Download');
  click.mockRestore();
  expect(fileName).toBe('portal-recovery-codes.txt');
  expect(await saved?.text()).toBe('AAAA-1\r\nBBBB-2\r\n');
  press('Print');
  expect(print).toHaveBeenCalledOnce();
});

it('copies the setup key without the spaces that make it readable', async () => {
  const writeText = vi.fn(async () => {});
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  await show(none, secret);
  press('Set up authenticator app');
  await type('Current password', 'secret');
  press('Continue');
  await screen.findByText('ABCD EFGH IJ');
  press('Copy setup key');
  expect(await screen.findByText('Copied')).toBeTruthy();
  expect(writeText).toHaveBeenCalledWith('ABCDEFGHIJ');
});

it('closes on Cancel at the second step, for a code and for a passkey', async () => {
  withPasskeys();
  const { calls } = await show({ ...withCodes, passkeys: [laptop] }, keyAfter('CODE', 'PASSKEY'));
  const openSecondStep = async () => {
    press('Generate new codes');
    await type('Current password', 'secret');
    press('Continue');
    await screen.findByRole('button', { name: 'Use a passkey' });
  };
  await openSecondStep();
  press('Cancel');
  await isClosed();
  await openSecondStep();
  press('Use a code from the app');
  press('Cancel');
  await isClosed();
  expect(new Set(calls.map(([name]) => name))).toEqual(new Set(['POST second-factor/key']));
});

it('limits the name of a passkey and sends none without a name', async () => {
  withPasskeys();
  await show(none);
  press('Add passkey');
  await type('Current password', 'secret');
  press('Continue');
  expect((await screen.findByLabelText<HTMLInputElement>('Passkey name')).maxLength).toBe(64);
  await type('Passkey name', ' ');
  expect(dialog().getByRole<HTMLButtonElement>('button', { name: 'Create passkey' }).disabled).toBe(true);
});
