// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { CoreAdminContext, I18nContext } from 'ra-core';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAuthProvider } from '../../api/authProvider';
import { ApiError } from '../../api/errors';
import { markSessionExpired } from '../../api/http';
import { createQueryClient } from '../../api/queryClient';
import { clearSession, startSession } from '../../api/session';
import { getI18nProvider } from '../../core/i18n/i18nProvider';
import Snackbar from '../../core/layout/Snackbar';
import { clearLoginAttempt, isLoginAttempted, markLoginAttempted } from '../../core/routing/postLogin';
import { theme } from '../../theme/theme';
import LoginPage from './LoginPage';

const passkey = vi.hoisted(() => ({ logInWithPasskey: vi.fn(async () => {}) }));
vi.mock('../twoFactor/passkeyLogin', () => passkey);

const i18nProvider = await getI18nProvider('en');
const client = createQueryClient();
const auth = createAuthProvider(client);

beforeEach(() => client.clear());
afterEach(() => {
  cleanup();
  clearSession();
  clearLoginAttempt();
  passkey.logInWithPasskey.mockReset();
  vi.unstubAllGlobals();
});

type MockResponse = { status?: number; body: unknown };

/** Open the login page; return the router and the recorded requests except GET. */
async function open(
  respond: () => MockResponse | Promise<MockResponse> = () => ({ body: true }),
  address = '/en/login',
  first = false,
) {
  const sent: [string, unknown][] = [];
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit = {}) => {
    if (method === 'GET') return new Response(JSON.stringify({ open: first }));
    sent.push([`${method} ${url}`, typeof body === 'string' ? JSON.parse(body) : null]);
    const { status = 200, body: content } = await respond();
    return new Response(JSON.stringify(content), { status });
  });
  const page = (
    <CoreAdminContext queryClient={client} authProvider={auth}>
      <I18nContext.Provider value={i18nProvider}>
        <LoginPage />
        <Snackbar />
      </I18nContext.Provider>
    </CoreAdminContext>
  );
  const routes = [
    { path: '/:lang/login', element: page },
    { path: '*', element: <p>elsewhere</p> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  await act(async () =>
    render(
      <ThemeProvider theme={theme}>
        <RouterProvider router={router} />
      </ThemeProvider>,
    ),
  );
  return { router, sent };
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const session = { identification: 'ana', token: 't', permissions: ['CLIENT'] };
const rejection = (code: string) => ({ code, message: 'From the server', fields: {} });

it('sends a username without spaces around it and the password as typed', async () => {
  const { sent } = await open(() => ({ status: 401, body: rejection('BAD_CREDENTIALS') }));
  type('Username', ' ana ');
  type('Password', ' secret ');
  fireEvent.click(button('Log in'));
  await screen.findByRole('alert');
  expect(sent.map(([, body]) => body)).toEqual([expect.objectContaining({ username: 'ana', password: ' secret ' })]);
});

it('is enabled with a username and a password only', async () => {
  await open();
  expect(button('Log in').disabled).toBe(true);
  type('Username', 'ana');
  expect(button('Log in').disabled).toBe(true);
  type('Password', ' ');
  expect(button('Log in').disabled).toBe(false);
  type('Username', '  ');
  expect(button('Log in').disabled).toBe(true);
});

it('keeps a rejected password, selected, and removes the error with the next try', async () => {
  let response: MockResponse | Promise<MockResponse> = { status: 401, body: rejection('BAD_CREDENTIALS') };
  await open(() => response);
  type('Username', 'ana');
  type('Password', 'wrong');
  fireEvent.click(button('Log in'));
  expect((await screen.findByRole('alert')).textContent).toBe('Username/password do not match');
  await waitFor(() => expect(document.activeElement).toBe(field('Password')));
  expect(field('Password').value).toBe('wrong');
  expect([field('Password').selectionStart, field('Password').selectionEnd]).toEqual([0, 5]);
  expect(isLoginAttempted()).toBe(false);
  response = new Promise(() => {});
  fireEvent.click(button('Log in'));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(isLoginAttempted()).toBe(true);
});

it('shows the message of the server for other errors', async () => {
  await open(() => ({ status: 503, body: rejection('DOWN') }));
  type('Username', 'ana');
  type('Password', 'right');
  fireEvent.click(button('Log in'));
  expect((await screen.findByRole('alert')).textContent).toBe('From the server');
});

it('continues to the requested page of a link in an email', async () => {
  const { router } = await open(() => ({ body: session }), '/en/login?redirect_to=%2Fen%2Fprocess-repair%2F7');
  type('Username', 'ana');
  type('Password', 'right');
  fireEvent.click(button('Log in'));
  await screen.findByText('elsewhere');
  expect(router.state.location.pathname).toBe('/en/process-repair/7');
  expect(router.state.location.state).toBeNull();
});

it('continues without a question if the user is logged in already', async () => {
  startSession(session as never);
  const { router } = await open();
  await screen.findByText('elsewhere');
  expect(router.state.location.pathname).toBe('/en/active-repairs');
  expect(router.state.location.state).toBeNull();
});

it('forgets the attempt when the user returns from the second step', async () => {
  const step = { step: 'VERIFY', key: 's', means: ['CODE'], expiresAt: '2026-11-25T12:00:00Z' };
  await open(() => ({ status: 202, body: step }));
  type('Username', 'ana');
  type('Password', 'right');
  fireEvent.click(button('Log in'));
  fireEvent.click(await screen.findByRole('button', { name: 'Back to login' }));
  expect(isLoginAttempted()).toBe(false);
});

it('says that the portal has no users yet, and not otherwise', async () => {
  await open(undefined, '/en/login', true);
  expect(await screen.findByText(/^This portal has no users yet/)).toBeTruthy();
  cleanup();
  client.clear();
  await open();
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(screen.queryByText(/^This portal has no users yet/)).toBeNull();
});

it('links to the account request, the description and the disclaimer', async () => {
  await open();
  const getHref = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(['Request one', 'About this portal', 'Disclaimer'].map(getHref)).toEqual([
    '/en/request-account/request',
    '/en/sts-description',
    '/en/sts-disclaimer',
  ]);
});

function withPasskeys() {
  vi.stubGlobal('PublicKeyCredential', { parseCreationOptionsFromJSON: () => ({}) });
  vi.stubGlobal('isSecureContext', true);
}

it('offers passkeys only where the browser supports them', async () => {
  await open();
  expect(screen.queryByRole('button', { name: 'Log in with a passkey' })).toBeNull();
});

it.each([
  ['was canceled', new DOMException('', 'NotAllowedError')],
  ['is unknown', new ApiError(400, { code: 'VALIDATION', message: 'x', fields: { credential: ['Unknown'] } } as never)],
])('says that the login with a passkey failed if it %s', async (_, error) => {
  withPasskeys();
  passkey.logInWithPasskey.mockRejectedValueOnce(error);
  await open();
  fireEvent.click(button('Log in with a passkey'));
  expect((await screen.findByRole('alert')).textContent).toMatch(/^We couldn't log you in with a passkey/);
  expect(isLoginAttempted()).toBe(false);
  passkey.logInWithPasskey.mockReturnValueOnce(new Promise(() => {}));
  fireEvent.click(button('Log in with a passkey'));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(isLoginAttempted()).toBe(true);
});

it('says that an account is locked if its passkey is used', async () => {
  withPasskeys();
  passkey.logInWithPasskey.mockRejectedValueOnce(new ApiError(403, rejection('ACCOUNT_LOCKED') as never));
  await open();
  fireEvent.click(button('Log in with a passkey'));
  expect((await screen.findByRole('alert')).textContent).toMatch(/^This account is locked/);
});

it('attempts no login with Enter in another part of the page', async () => {
  markLoginAttempted();
  const { sent } = await open();
  type('Username', 'ana');
  fireEvent.keyDown(button('Forgot your password?'), { key: 'Enter' });
  fireEvent.keyDown(field('Username'), { key: 'a' });
  expect(sent).toEqual([]);
});

async function openReset(link: string) {
  fireEvent.click(button(link));
  return within(await screen.findByRole('dialog'));
}

it('sends the usernames to an email address, once it is valid', async () => {
  const { sent } = await open();
  const dialog = await openReset('Forgot your username?');
  const send = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Send username' });
  const email = dialog.getByLabelText<HTMLInputElement>(/^Email/);
  expect(send().disabled).toBe(true);
  fireEvent.change(email, { target: { value: 'ana@' } });
  expect(send().disabled).toBe(true);
  fireEvent.change(email, { target: { value: ' ana@example.org ' } });
  await waitFor(() => expect(send().disabled).toBe(false));
  fireEvent.click(send());
  expect(await screen.findByText(/We've emailed you the usernames for this address/)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent.map(([request]) => request)).toEqual([
    'PUT /api/v1/support/request-username-by-email?email=ana%40example.org',
  ]);
});

it('enables a rejected reset request again and removes its error with the next one', async () => {
  let response: MockResponse | Promise<MockResponse> = { status: 404, body: rejection('USERNAME_NOT_FOUND') };
  await open(() => response);
  const dialog = await openReset('Forgot your password?');
  fireEvent.change(dialog.getByLabelText(/^Username/), { target: { value: 'ana' } });
  const send = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Send link' });
  await waitFor(() => expect(send().disabled).toBe(false));
  fireEvent.click(send());
  expect(await dialog.findByText('From the server')).toBeTruthy();
  await waitFor(() => expect(send().disabled).toBe(false));
  expect(document.activeElement).toBe(dialog.getByLabelText(/^Username/));
  response = new Promise(() => {});
  fireEvent.click(send());
  await waitFor(() => expect(dialog.queryByText('From the server')).toBeNull());
  expect(send().disabled).toBe(true);
});

it('says why the session ended, until a login fails', async () => {
  markSessionExpired('users.password.signInAgain');
  await open(() => ({ status: 401, body: rejection('BAD_CREDENTIALS') }));
  expect(screen.getByRole('alert').textContent).toBe('Your password was changed. Log in with the new one.');
  type('Username', 'ana');
  type('Password', 'old');
  fireEvent.click(button('Log in'));
  expect(await screen.findByText('Username/password do not match')).toBeTruthy();
  expect(screen.queryByText(/^Your password was changed/)).toBeNull();
});

it('leaves Enter to the form if both fields are filled in, so that it logs in once', async () => {
  const { sent } = await open();
  type('Username', 'ana');
  type('Password', 'right');
  expect(fireEvent.keyDown(field('Password'), { key: 'Enter' })).toBe(true);
  expect(sent).toEqual([]);
});

it('gives the focus to the password after another error, and leaves its text unselected', async () => {
  await open(() => ({ status: 503, body: { code: 'X', message: 'Maintenance' } }));
  type('Username', 'ana');
  type('Password', 'secret');
  field('Password').setSelectionRange(6, 6);
  fireEvent.click(button('Log in'));
  await waitFor(() => expect(document.activeElement).toBe(field('Password')));
  expect([field('Password').selectionStart, field('Password').selectionEnd]).toEqual([6, 6]);
});
