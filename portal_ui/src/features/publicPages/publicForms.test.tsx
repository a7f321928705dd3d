// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { CoreAdminContext, I18nContext } from 'ra-core';
import { Suspense } from 'react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/queryClient';
import { clearSession, startSession } from '../../api/session';
import { getI18nProvider } from '../../core/i18n/i18nProvider';
import Snackbar from '../../core/layout/Snackbar';
import { theme } from '../../theme/theme';
import FirstAdministratorPage from './FirstAdministratorPage';
import RequestAccountPage, { getCountries } from './RequestAccountPage';
import ResetPasswordPage from './ResetPasswordPage';
import TextPage from './TextPage';

const i18nProvider = await getI18nProvider('en');
const client = createQueryClient();

afterEach(() => {
  cleanup();
  client.clear();
  clearSession();
  vi.unstubAllGlobals();
});

type MockResponse = { status?: number; body: unknown };
type Sent = { call: string; body: unknown; key: string | null };

/** Open a URL; a response of null is a lost connection. Return the recorded requests and the router. */
async function open(address: string, respond: (call: string) => MockResponse | null = () => ({ body: true })) {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (url: string, { method, body, headers }: RequestInit) => {
    const call = `${method} ${url.replace('/api/v1/', '')}`;
    const key = new Headers(headers).get('Idempotency-Key');
    sent.push({ call, body: typeof body === 'string' ? JSON.parse(body) : null, key });
    const response = respond(call);
    if (!response) throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(response.body), { status: response.status ?? 200 });
  });
  const portal = (
    <CoreAdminContext queryClient={client}>
      <I18nContext.Provider value={i18nProvider}>
        <Suspense>
          <Outlet />
        </Suspense>
        <Snackbar />
      </I18nContext.Provider>
    </CoreAdminContext>
  );
  const children = [
    { path: 'login', element: <p>login page</p> },
    { path: 'first-administrator/:id', element: <FirstAdministratorPage /> },
    { path: 'reset-password/:id', element: <ResetPasswordPage /> },
    { path: 'request-account/request', element: <RequestAccountPage /> },
    { path: 'sts-disclaimer', element: <TextPage name="disclaimer" /> },
  ];
  const router = createMemoryRouter([{ path: '/:lang', element: portal, children }], { initialEntries: [address] });
  await act(async () =>
    render(
      <ThemeProvider theme={theme}>
        <RouterProvider router={router} />
      </ThemeProvider>,
    ),
  );
  return { sent, router };
}

const rejection = (message: string, fields = {}) => ({ code: 'X', message, fields });
const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

async function fillInAccountRequest() {
  await screen.findByLabelText(/^Preferred username/);
  for (const [label, value] of [
    [/^Preferred username/, 'ana'],
    [/^First name/, 'Ana'],
    [/^Last name/, 'Gil'],
    [/^Phone/, '+34 600 000 000'],
    [/^Email/, 'ana@example.org'],
    [/^Company/, 'Port'],
    [/^State or province/, 'Galicia'],
    [/^City/, 'Vigo'],
    [/^Postal code/, '36201'],
    [/^Street/, 'Sol'],
    [/^Building/, '4'],
  ] as const) {
    type(label, value);
  }
  const country = screen.getByLabelText(/^Country/, { selector: 'input' });
  fireEvent.mouseDown(country);
  fireEvent.change(country, { target: { value: 'Spain' } });
  fireEvent.click(await screen.findByRole('option', { name: 'Spain' }));
}

const contact = {
  username: 'ana',
  firstName: 'Ana',
  lastName: 'Gil',
  phone: '+34 600 000 000',
  email: 'ana@example.org',
};
const address = {
  companyName: 'Port',
  country: 'ES',
  province: 'Galicia',
  city: 'Vigo',
  postalCode: '36201',
  street: 'Sol',
  building: '4',
};

it('sends an account request, repeats it with the same key after a lost response, and shows the login', {
  timeout: 60_000,
}, async () => {
  let response: MockResponse | null = null;
  const { sent, router } = await open('/en/request-account/request', () => response);
  await fillInAccountRequest();
  press('Submit request');
  expect((await screen.findByRole('alert')).textContent).toMatch(/didn't respond/);
  expect(screen.getByLabelText<HTMLInputElement>(/^City/).value).toBe('Vigo');
  response = { status: 400, body: rejection('Not now', { 'contact.username': ['This name is taken'] }) };
  press('Submit request');
  expect(await screen.findByText('This name is taken')).toBeTruthy();
  response = { body: true };
  press('Submit request');
  expect(await screen.findByText('login page')).toBeTruthy();
  expect(await screen.findByText(/^Your request has been sent/)).toBeTruthy();
  expect(router.state.historyAction).toBe('REPLACE');
  expect(sent.map(({ call }) => call)).toEqual(Array(3).fill('POST contacts/request-account/request'));
  expect(sent[0]?.body).toEqual({ contact, address });
  expect(sent[0]?.key).toBeTruthy();
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
});

it('sorts countries by name and gives each one once', () => {
  const english = getCountries('en').map(({ name }) => name);
  expect(english.indexOf('Åland Islands')).toBeLessThan(english.indexOf('Albania'));
  expect(english.indexOf('Spain')).toBeLessThan(english.indexOf('Sweden'));
  expect(new Set(english).size).toBe(english.length);
  expect(english.length).toBeGreaterThan(240);
});

it('shows the terms of use, and the way back of a visitor', async () => {
  await open('/en/sts-disclaimer');
  expect(await screen.findByRole('heading', { level: 1, name: 'Disclaimer' })).toBeTruthy();
  const sections = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(sections).toEqual(['Permitted use', 'Your data', 'Estimates', 'Files and sensitive information', 'Safety']);
  expect(screen.getByText('By using this portal, you agree to the following terms.')).toBeTruthy();
  expect(document.title).toContain('Disclaimer');
  expect(screen.getByRole('link', { name: 'Back to login' }).getAttribute('href')).toBe('/en/login');
});

it('leads a user who is logged in back to the portal', async () => {
  startSession({ identification: 'ana', token: 't', permissions: ['CLIENT'] });
  await open('/en/sts-disclaimer');
  const back = await screen.findByRole('link', { name: 'Back to the portal' });
  expect(back.getAttribute('href')).toBe('/en/active-repairs');
});

it('titles the page of an expired link by it, with no advice to set a password', async () => {
  const { sent } = await open('/en/reset-password/a%26key', () => ({ status: 410, body: rejection('Too late') }));
  expect(await screen.findByRole('heading', { name: "This link doesn't work anymore" })).toBeTruthy();
  expect(screen.queryByText(/Choose a new password/)).toBeNull();
  expect(sent.map(({ call }) => call)).toEqual(['PUT support/verify-action-key?key=a%26key']);
});

it('sends no password that differs from its confirmation, and then says that it is set', async () => {
  const { sent } = await open('/en/reset-password/a-key');
  await screen.findByLabelText(/^New password/);
  type(/^New password/, 'Blue-7-crane');
  type(/^Confirm password/, 'Blue-7-crow');
  press('Set password');
  expect(await screen.findByText('Passwords do not match')).toBeTruthy();
  expect(sent).toHaveLength(1);
  type(/^Confirm password/, 'Blue-7-crane');
  press('Set password');
  expect(await screen.findByText('login page')).toBeTruthy();
  expect(await screen.findByText('Your password is set. Log in to continue.')).toBeTruthy();
});

const keyCall = 'PUT setup/verify-key?key=a.key';
const respondToSetup =
  (key: MockResponse, setup: MockResponse = { body: { open: true } }) =>
  (call: string) =>
    call === 'GET setup' ? setup : key;

it('says that the portal has users if the key of the first administrator was used meanwhile', async () => {
  await open('/en/first-administrator/a.key', respondToSetup({ status: 404, body: rejection('Gone') }));
  expect(await screen.findByText(/^This portal already has users/)).toBeTruthy();
});

it('verifies the key again on request after another error', async () => {
  let key: MockResponse = { status: 429, body: rejection('Too many attempts') };
  const { sent } = await open('/en/first-administrator/a.key', (call) => respondToSetup(key)(call));
  expect(await screen.findByText('Too many attempts')).toBeTruthy();
  key = { body: true };
  press('Try again');
  expect(await screen.findByRole('button', { name: 'Create administrator account' })).toBeTruthy();
  expect(sent.filter(({ call }) => call === keyCall)).toHaveLength(2);
});

it('shows an error if the portal does not say whether it has users', async () => {
  const { sent } = await open('/en/first-administrator/a.key', () => ({ status: 403, body: rejection('No response') }));
  expect((await screen.findByRole('alert')).textContent).toBe('No response');
  expect(sent.map(({ call }) => call)).not.toContain(keyCall);
});

it('asks the first administrator for a valid phone number, and shows the login after success', {
  timeout: 60_000,
}, async () => {
  const { sent } = await open('/en/first-administrator/a.key', respondToSetup({ body: true }));
  await screen.findByRole('button', { name: 'Create administrator account' });
  for (const [label, value] of [
    [/^Username/, 'ana'],
    [/^Email/, 'ana@example.org'],
    [/^First name/, 'Ana'],
    [/^Last name/, 'Gil'],
    [/^Phone/, '12'],
    [/^New password/, 'Blue-7-crane'],
    [/^Confirm password/, 'Blue-7-crane'],
  ] as const) {
    type(label, value);
  }
  press('Create administrator account');
  await waitFor(() => expect(screen.getByLabelText(/^Phone/).getAttribute('aria-invalid')).toBe('true'));
  expect(sent.some(({ call }) => call.startsWith('POST'))).toBe(false);
  type(/^Phone/, '+34 600 000 000');
  press('Create administrator account');
  expect(await screen.findByText('login page')).toBeTruthy();
  expect(await screen.findByText(/^Administrator account created/)).toBeTruthy();
  expect(sent.at(-1)?.body).toEqual({
    username: 'ana',
    email: 'ana@example.org',
    firstName: 'Ana',
    lastName: 'Gil',
    phone: '+34 600 000 000',
    password: 'Blue-7-crane',
  });
});
