// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { CoreAdminContext, I18nContext } from 'ra-core';
import { Suspense, use, useReducer } from 'react';
import { createMemoryRouter, RouterProvider, useParams } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { createAuthProvider } from '../../api/authProvider';
import { createQueryClient } from '../../api/queryClient';
import { clearSession } from '../../api/session';
import { getI18nProvider } from '../../core/i18n/i18nProvider';
import type { Language } from '../../core/i18n/language';
import { theme } from '../../theme/theme';
import LoginPage from './LoginPage';

afterEach(() => {
  cleanup();
  clearSession();
  vi.unstubAllGlobals();
});

await Promise.all([getI18nProvider('en'), getI18nProvider('es')]);
const client = createQueryClient();
const auth = createAuthProvider(client);

function Page() {
  return (
    <CoreAdminContext queryClient={client} authProvider={auth}>
      <Suspense>
        <TranslatedLogin />
      </Suspense>
    </CoreAdminContext>
  );
}

function TranslatedLogin() {
  const { lang } = useParams();
  return (
    <I18nContext.Provider value={use(getI18nProvider(lang as Language))}>
      <LoginPage />
    </I18nContext.Provider>
  );
}

it.each([
  [401, 'BAD_CREDENTIALS', 'El nombre de usuario y la contraseña no coinciden'],
  [403, 'ACCOUNT_LOCKED', 'Esta cuenta está bloqueada. Comuníquese con un administrador.'],
  [429, 'TOO_MANY_REQUESTS', 'Demasiados intentos. Espere unos minutos e inténtelo de nuevo.'],
])('translates the error of a failed login (%i) when the language changes', async (status, code, message) => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ code, message: 'In English' }), { status }));
  const router = createMemoryRouter([{ path: '/:lang/login', element: <Page /> }], { initialEntries: ['/en/login'] });
  const page = (
    <ThemeProvider theme={theme}>
      <RouterProvider router={router} />
    </ThemeProvider>
  );
  await act(async () => render(page));
  fireEvent.change(await screen.findByLabelText('Username'), { target: { value: 'client' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'wrong' } });
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }));
  await screen.findByRole('alert');
  fireEvent.click(screen.getByRole('button', { name: 'English' }));
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Español' }));
  await screen.findByLabelText('Nombre de usuario');
  expect(screen.getByRole('alert').textContent).toBe(message);
});

it('has the language and the appearance before the form, with nothing between password and button', async () => {
  await openLogin();
  const password = await screen.findByLabelText('Password');
  const controls = [...document.querySelectorAll('button, input')].filter((each) => !each.closest('[hidden]'));
  const names = controls.map(
    (each) => each.getAttribute('aria-label') ?? (each.getAttribute('name') || each.textContent),
  );
  expect(names.slice(0, 3)).toEqual(['English', 'Appearance', 'username']);
  const form = password.closest('form') as HTMLFormElement;
  expect(within(form).queryByRole('combobox')).toBeNull();
});

it('asks for the next step after a login, even if that page loads slowly and the login page remounts', async () => {
  const response = { identification: 'client', token: 't', permissions: ['CLIENT'] };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(response)));
  let rerenderPage = () => {};
  const Again = () => {
    const [key, count] = useReducer((times: number) => times + 1, 0);
    rerenderPage = count;
    return <Page key={key} />;
  };
  const late = { path: '/:lang/*', loader: () => new Promise(() => {}), element: null };
  const router = createMemoryRouter([{ path: '/:lang/login', element: <Again /> }, late], {
    initialEntries: ['/en/login'],
  });
  await act(async () =>
    render(
      <ThemeProvider theme={theme}>
        <RouterProvider router={router} />
      </ThemeProvider>,
    ),
  );
  fireEvent.change(await screen.findByLabelText('Username'), { target: { value: 'client' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'right' } });
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }));
  const arrival = () => router.state.navigation.location;
  await waitFor(() => expect(arrival()?.pathname).toBe('/en/active-repairs'));
  for (const _ of [1, 2]) await act(async () => rerenderPage());
  expect(arrival()?.state).toEqual({ undecided: true });
});

async function openLogin(): Promise<void> {
  const router = createMemoryRouter([{ path: '/:lang/login', element: <Page /> }], { initialEntries: ['/en/login'] });
  const page = (
    <ThemeProvider theme={theme}>
      <RouterProvider router={router} />
    </ThemeProvider>
  );
  await act(async () => render(page));
}

it('reports an update of the portal if the passkey chunk no longer exists', async () => {
  vi.stubGlobal('PublicKeyCredential', { parseCreationOptionsFromJSON: () => ({}) });
  vi.stubGlobal('isSecureContext', true);
  const lost = new TypeError('Failed to fetch dynamically imported module: passkeyLogin-1.js');
  vi.doMock('../twoFactor/passkeyLogin', () => ({ logInWithPasskey: () => Promise.reject(lost) }));
  const entry = document.createElement('script');
  document.head.append(Object.assign(entry, { type: 'module', src: '/assets/main-1.js' }));
  vi.stubGlobal('fetch', async () => new Response('<script type="module" src="/assets/main-2.js"></script>'));
  await openLogin();
  fireEvent.click(await screen.findByRole('button', { name: 'Log in with a passkey' }));
  const alert = await screen.findByRole('alert');
  entry.remove();
  expect(alert.textContent).toBe('The portal was updated. Reload the page to continue.');
});

it('logs in on Enter with values that a password manager filled in without an event', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit = {}) => {
    if (init.method !== 'POST') return new Response(JSON.stringify({ open: false }));
    sent.push(JSON.parse(String(init.body)));
    return new Response(JSON.stringify({ code: 'BAD_CREDENTIALS', message: '' }), { status: 401 });
  });
  await openLogin();
  const username = await screen.findByLabelText<HTMLInputElement>('Username');
  const password = screen.getByLabelText<HTMLInputElement>('Password');
  fireEvent.keyDown(password, { key: 'Enter' });
  expect(sent).toEqual([]);
  // Password managers call the prototype's setter; React's own setter would track the value.
  const fill = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  fill?.call(username, 'ana ');
  fill?.call(password, 'secret');
  fireEvent.keyDown(password, { key: 'Enter' });
  await screen.findByRole('alert');
  expect(sent).toEqual([expect.objectContaining({ username: 'ana', password: 'secret' })]);
});

it('sends the password reset link on Enter without logging in', async () => {
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit = {}) => {
    if (method !== 'GET') sent.push(`${method} ${url}`);
    return new Response(JSON.stringify(method === 'GET' ? { open: false } : true));
  });
  await openLogin();
  fireEvent.click(await screen.findByRole('button', { name: 'Forgot your password?' }));
  const field = (await screen.findByRole('dialog')).querySelector('input') as HTMLInputElement;
  fireEvent.change(field, { target: { value: 'ana' } });
  expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(true);
  expect(sent).toEqual([]);
  fireEvent.submit(field.form as HTMLFormElement);
  await waitFor(() => expect(sent).toEqual(['PUT /api/v1/support/request-reset-password?username=ana']));
});

it('says without a connection that the reset link was not requested, not that changes were not saved', async () => {
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit = {}) => {
    if (method !== 'GET') throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify({ open: false }));
  });
  await openLogin();
  fireEvent.click(await screen.findByRole('button', { name: 'Forgot your password?' }));
  const field = (await screen.findByRole('dialog')).querySelector('input') as HTMLInputElement;
  fireEvent.change(field, { target: { value: 'ana' } });
  fireEvent.submit(field.form as HTMLFormElement);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toMatch(/connection/);
  expect(alert.textContent).not.toMatch(/saved|changes/);
});

it('asks for the password again after a return from the second step', async () => {
  const step = { step: 'CONFIRM', key: 's', means: ['CODE'], expiresAt: '2026-11-25T12:00:00Z' };
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit = {}) => {
    return new Response(JSON.stringify(method === 'POST' ? step : { open: false }));
  });
  await openLogin();
  fireEvent.change(await screen.findByLabelText('Username'), { target: { value: 'ana' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret' } });
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Back to login' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Password')).value).toBe('');
  expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('ana');
});
