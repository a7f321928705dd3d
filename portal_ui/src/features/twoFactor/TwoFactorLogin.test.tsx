// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { readSession } from '../../api/session';
import type { LoginStep } from '../../api/types';
import TwoFactorLogin from './TwoFactorLogin';
import { open, session, withPasskeys, wrongCode } from './testing';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  for (const name of ['portal_user', 'portal_logged_in']) {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
    document.cookie = `${name}=; Path=/; Max-Age=0`;
  }
});

const step = (means: LoginStep['means'], kind: LoginStep['step'] = 'VERIFY'): LoginStep => ({
  step: kind,
  key: 'k',
  means,
  expiresAt: '2026-06-01T12:00:00Z',
});
const renderLogin = (step: LoginStep) => <TwoFactorLogin step={step} onBack={onBack} />;
const onBack = vi.fn();
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const getToken = () => readSession().session?.token;

it('asks for a code, shows an error at its field, and logs in with the next one', async () => {
  const calls = await open(renderLogin(step(['CODE'])), {
    'POST contacts/login/code': ({ code }) => (code === '123456' ? { body: session } : wrongCode),
  });
  await screen.findByLabelText('Code');
  expect(screen.getByLabelText('Code').getAttribute('autocomplete')).toBe('one-time-code');
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
  type('Code', '000000');
  press('Log in');
  await screen.findByText('This code is incorrect');
  expect(screen.getByLabelText('Code').getAttribute('aria-invalid')).toBe('true');
  expect(getToken()).toBeUndefined();
  type('Code', ' 123456 ');
  press('Log in');
  await waitFor(() => expect(getToken()).toBe('new'));
  expect(calls.map(([, sent]) => sent)).toEqual([
    { key: 'k', code: '000000' },
    { key: 'k', code: '123456' },
  ]);
});

it('accepts a recovery code instead of any other method', async () => {
  const calls = await open(renderLogin(step(['CODE'])), { 'POST contacts/login/code': { body: session } });
  await screen.findByLabelText('Code');
  press('Use a recovery code');
  type('Recovery code', 'ABCD-EFGH-JKLM');
  press('Log in');
  await waitFor(() => expect(getToken()).toBe('new'));
  expect(calls).toEqual([['POST contacts/login/code', { key: 'k', code: 'ABCD-EFGH-JKLM' }]]);
});

it('requests a passkey and shows the error of the browser', async () => {
  const { get } = withPasskeys();
  get.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
  const calls = await open(renderLogin(step(['CODE', 'PASSKEY'])), {
    'POST contacts/login/passkey/options': { body: { key: 'k', options: { challenge: 'c' } } },
    'POST contacts/login/passkey': { body: session },
  });
  await screen.findByRole('button', { name: 'Use a passkey' });
  press('Use a passkey');
  expect((await screen.findByRole('alert')).textContent).toMatch(/was canceled or timed out/);
  press('Use a passkey');
  await waitFor(() => expect(getToken()).toBe('new'));
  expect(calls.at(-1)).toEqual(['POST contacts/login/passkey', { key: 'k', credential: '{"id":"made"}' }]);
});

it('reports missing passkey support and continues with a code', async () => {
  await open(renderLogin(step(['CODE', 'PASSKEY'])), {});
  await screen.findByLabelText('Code');
  press('Use a passkey');
  expect(screen.getByRole('alert').textContent).toMatch(/HTTPS|browser/);
  press('Use a code from the app');
  expect(screen.getByLabelText('Code')).toBeTruthy();
});

it('sets up codes if the role requires them: secret, code, recovery codes, portal', async () => {
  const codes = ['AAAA-BBBB-CCCC', 'DDDD-EEEE-FFFF'];
  await open(renderLogin(step([], 'ENROL')), {
    'POST second-factor/code/begin': { body: { secret: 'ABCDEFGH', picture: 'data:image/svg+xml,x' } },
    'POST second-factor/code': ({ code }) =>
      code === '123456' ? { body: { recoveryCodes: codes, session } } : wrongCode,
  });
  await screen.findByRole('heading', { name: 'Set up two-factor authentication' });
  press('Set up authenticator app');
  await screen.findByText('ABCD EFGH');
  expect(screen.getByRole('img').getAttribute('src')).toBe('data:image/svg+xml,x');
  type('Code', '999999');
  press('Verify code');
  await screen.findByText('This code is incorrect');
  expect(screen.getByText('ABCD EFGH')).toBeTruthy();
  type('Code', '123456');
  press('Verify code');
  await screen.findByText('DDDD-EEEE-FFFF');
  expect(getToken()).toBeUndefined();
  press('Continue to the portal');
  await waitFor(() => expect(getToken()).toBe('new'));
});

it('returns to the login', async () => {
  await open(renderLogin(step(['CODE'])), {});
  await screen.findByLabelText('Code');
  press('Back to login');
  expect(onBack).toHaveBeenCalledOnce();
});
