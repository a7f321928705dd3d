// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { CoreAdminContext, I18nContext } from 'ra-core';
import { Suspense, use } from 'react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/queryClient';
import { getI18nProvider } from '../../core/i18n/i18nProvider';
import { theme } from '../../theme/theme';
import FirstAdministratorPage from './FirstAdministratorPage';
import LoginPage from './LoginPage';
import RequestAccountPage, { getCountries } from './RequestAccountPage';

import ResetPasswordPage from './ResetPasswordPage';
import TextPage from './TextPage';

await getI18nProvider('en');
const client = createQueryClient();

afterEach(() => {
  cleanup();
  client.clear();
  vi.unstubAllGlobals();
});

function Portal() {
  return (
    <CoreAdminContext queryClient={client}>
      <Suspense>
        <TranslatedPage />
      </Suspense>
    </CoreAdminContext>
  );
}

function TranslatedPage() {
  return (
    <I18nContext.Provider value={use(getI18nProvider('en'))}>
      <Outlet />
    </I18nContext.Provider>
  );
}

/** Open a URL with a mocked server; return the recorded calls. */
async function open(address: string, status = 200, body: unknown = true, keyStatus = status): Promise<string[]> {
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method, body: sent }: RequestInit) => {
    // Ignore the login page's check for a portal without users.
    if (url !== '/api/v1/setup') calls.push(`${method} ${url} ${sent ?? ''}`.trim());
    return new Response(JSON.stringify(body), { status: url.includes('/verify-') ? keyStatus : status });
  });
  const children = [
    { path: 'login', element: <LoginPage /> },
    { path: 'first-administrator/:id', element: <FirstAdministratorPage /> },
    { path: 'reset-password/:id', element: <ResetPasswordPage /> },
    { path: 'request-account/request', element: <RequestAccountPage /> },
    { path: 'sts-description', element: <TextPage name="description" /> },
  ];
  const router = createMemoryRouter([{ path: '/:lang', element: <Portal />, children }], {
    initialEntries: [address],
  });
  const page = (
    <ThemeProvider theme={theme}>
      <RouterProvider router={router} />
    </ThemeProvider>
  );
  await act(async () => render(page));
  return calls;
}

it('requests a reset link by username and shows the error of an unknown one', async () => {
  const calls = await open('/en/login', 404, { code: 'USERNAME_NOT_FOUND', message: 'No such user', fields: {} });
  fireEvent.click(await screen.findByRole('button', { name: 'Forgot your password?' }));
  const send = await screen.findByRole('button', { name: 'Send link' });
  expect((send as HTMLButtonElement).disabled).toBe(true);
  const dialog = screen.getByRole('dialog');
  fireEvent.change(dialog.querySelector('input') as HTMLInputElement, { target: { value: 'ana' } });
  fireEvent.click(send);
  expect((await screen.findByRole('alert')).textContent).toBe('No such user');
  expect(calls).toEqual(['PUT /api/v1/support/request-reset-password?username=ana']);
});

it('sets a password with the key of the URL, then shows the login, and stores no draft', async () => {
  const calls = await open('/en/reset-password/a-key');
  fireEvent.change(await screen.findByLabelText(/^New password/), { target: { value: 'Blue-7-crane' } });
  fireEvent.change(screen.getByLabelText(/^Confirm password/), { target: { value: 'Blue-7-crane' } });
  fireEvent.click(screen.getByRole('button', { name: 'Set password' }));
  await screen.findByRole('button', { name: 'Log in' });
  await waitFor(() =>
    expect(calls).toContain('PUT /api/v1/support/reset-password?key=a-key {"newPassword":"Blue-7-crane"}'),
  );
  expect(JSON.stringify({ ...localStorage })).not.toContain('Blue-7-crane');
});

it('shows the errors of the server at the new password, and other errors below it', async () => {
  await open(
    '/en/reset-password/a-key',
    400,
    { code: 'INVALID', message: 'No', fields: { newPassword: ['Too common'] } },
    200,
  );
  const set = async () => {
    fireEvent.change(await screen.findByLabelText(/^New password/), { target: { value: 'Blue-7-crane' } });
    fireEvent.change(screen.getByLabelText(/^Confirm password/), { target: { value: 'Blue-7-crane' } });
    fireEvent.click(screen.getByRole('button', { name: 'Set password' }));
  };
  await set();
  // Only the field shows it.
  expect((await screen.findByRole('alert')).textContent).toBe('Too common');
  expect(document.activeElement).toBe(screen.getByLabelText(/^New password/));

  cleanup();
  client.clear();
  await open('/en/reset-password/a-key', 410, { code: 'ACTION_KEY_EXPIRED', message: 'Too late', fields: {} }, 200);
  await set();
  expect((await screen.findByRole('alert')).textContent).toBe('Too late');
});

it('reports an expired link without asking for a password', async () => {
  await open('/en/reset-password/old-key', 410, { code: 'ACTION_KEY_EXPIRED', message: 'Too late', fields: {} });
  expect((await screen.findByRole('alert')).textContent).toBe('Too late');
  expect(screen.queryByLabelText(/^New password/)).toBeNull();
});

it('sends no account request while required fields are empty, and announces one summary', async () => {
  const calls = await open('/en/request-account/request');
  fireEvent.click(await screen.findByRole('button', { name: 'Submit request' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('Not saved: 11 fields need attention.');
  expect(screen.getAllByText('Required!')).toHaveLength(11);
  // Disappears once a value is corrected.
  fireEvent.change(screen.getByLabelText(/^City/), { target: { value: 'Bern' } });
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(calls).toEqual([]);
});

it('welcomes an invited user instead of offering a reset', async () => {
  await open('/en/reset-password/a.key?invited=1&utm_source=mail');
  expect(await screen.findByRole('heading', { name: 'Welcome to the portal' })).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Set password' })).toBeTruthy();
  expect(screen.queryByText(/logged out on all devices/)).toBeNull();
});

it('shows several lines of the description as lists', async () => {
  await open('/en/sts-description');
  const lists = (await screen.findAllByRole('list')).map((list) => [list.tagName, list.children.length]);
  expect(lists).toEqual([
    ['UL', 3],
    ['OL', 5],
  ]);
  expect(screen.queryByText(/^1\. /)).toBeNull();
});

it('returns countries in the language of the page', () => {
  const spanish = getCountries('es');
  expect(spanish.find(({ id }) => id === 'DE')?.name).toBe('Alemania');
  expect(spanish.some(({ id }) => ['EU', 'UN', 'ZZ', 'DD'].includes(id))).toBe(false);
});

it('creates the first administrator with the key of the URL', async () => {
  const calls = await open('/en/first-administrator/a.key', 200, { open: true });
  expect(screen.queryByRole('link', { name: 'Back to login' })).toBeNull();
  for (const [label, value] of [
    ['Username', 'ana'],
    ['Email', 'ana@example.org'],
    ['First name', 'Ana'],
    ['Last name', 'Gil'],
    ['Phone', '+34 600 000 000'],
    ['New password', 'Gr\u00faa-7-Azul'],
    ['Confirm password', 'Gr\u00faa-7-Azul'],
  ] as const) {
    fireEvent.change(await screen.findByLabelText(new RegExp(`^${label}`)), { target: { value } });
  }
  fireEvent.click(screen.getByRole('button', { name: 'Create administrator account' }));
  await waitFor(() => expect(calls.some((each) => each.startsWith('POST'))).toBe(true));
  const sent = calls.find((each) => each.startsWith('POST'));
  expect(sent).toContain('/api/v1/setup/administrator?key=a.key');
  expect(sent).toContain('"username":"ana"');
  expect(sent).not.toContain('confirm');
});

it('announces one summary of the fields that the first administrator left empty', async () => {
  await open('/en/first-administrator/a.key', 200, { open: true });
  fireEvent.click(await screen.findByRole('button', { name: 'Create administrator account' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Not saved: \d fields need attention\.$/);
});

it('reports an invalid administrator link before the form is filled in', async () => {
  const calls = await open('/en/first-administrator/a.key', 200, { open: true }, 410);
  expect(await screen.findByText(/^This link is invalid or has expired\./)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Create administrator account' })).toBeNull();
  expect(calls).toEqual(['PUT /api/v1/setup/verify-key?key=a.key']);
});

it('reports that setup is closed if users exist', async () => {
  await open('/en/first-administrator/a.key', 200, { open: false });
  expect(await screen.findByRole('link', { name: 'Back to login' })).toBeTruthy();
  expect(await screen.findByText(/already has users/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Create administrator account' })).toBeNull();
});
