// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContext } from 'ra-core';
import { type ReactNode, useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearSessionExpiry, getSessionEndReason, markSessionExpired } from '../api/http';
import { MetaQueryProvider, type MetaQueryState, useMeta } from '../api/meta';
import { clearSession, startSession } from '../api/session';
import type { Meta } from '../api/types';
import { getI18nProvider } from '../core/i18n/i18nProvider';
import { theme } from '../theme/theme';
import { AuthenticatedLayout } from './AuthenticatedLayout';

vi.mock('./Layout', () => ({
  default: ({ children }: { children: ReactNode }) => (
    <>
      <h1>{useMeta().user.username}</h1>
      <Note />
      {children}
    </>
  ),
}));

/** Part of the layout with text of its own. */
function Note() {
  const [text, setText] = useState('');
  return <input aria-label="Note" value={text} onChange={(event) => setText(event.target.value)} />;
}

const i18nProvider = await getI18nProvider('en');
const meta = { user: { username: 'ana' } } as Meta;
const refetch = vi.fn();

function open(state: Partial<MetaQueryState> = { meta }, search = '') {
  const page = (
    <AuthenticatedLayout>
      <p>the page</p>
    </AuthenticatedLayout>
  );
  const routes = [
    { path: '/:lang/login', element: <p>the login</p> },
    { path: '/:lang/*', element: page },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [`/es/profile${search}`] });
  render(
    <I18nContext.Provider value={i18nProvider}>
      <ThemeProvider theme={theme}>
        <MetaQueryProvider value={{ meta: undefined, error: null, refetch, ...state }}>
          <RouterProvider router={router} />
        </MetaQueryProvider>
      </ThemeProvider>
    </I18nContext.Provider>,
  );
  return () => router.state.location.pathname + router.state.location.search;
}

beforeEach(() => {
  startSession({ identification: 'ana', token: 't', permissions: ['ADMIN'] });
  clearSessionExpiry();
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  clearSession();
  clearSessionExpiry();
});

it('shows the page, with the meta, to a user who is logged in', async () => {
  open();
  expect(await screen.findByText('the page')).toBeTruthy();
  expect(screen.getByRole('heading').textContent).toBe('ana');
});

it('shows neither the page nor an error while the meta loads', () => {
  open({});
  expect(screen.getByRole('main')).toBeTruthy();
  expect(screen.queryByText('the page')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('shows why the meta could not be loaded, and loads it again', () => {
  open({ error: new TypeError('Failed to fetch') });
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(refetch).toHaveBeenCalledOnce();
});

it('keeps the page if the meta could not be loaded again', async () => {
  open({ meta, error: new TypeError('Failed to fetch') });
  expect(await screen.findByText('the page')).toBeTruthy();
});

it('redirects to the login without a session', async () => {
  clearSession();
  const readAddress = open({ meta }, '?tab=1');
  expect(await screen.findByText('the login')).toBeTruthy();
  expect(readAddress()).toBe('/es/login');
});

it('redirects to the login after the session expired, which leads back to the page', async () => {
  markSessionExpired();
  const readAddress = open({ meta }, '?tab=1');
  expect(await screen.findByText('the login')).toBeTruthy();
  expect(readAddress()).toBe('/es/login?redirect_to=%2Fes%2Fprofile%3Ftab%3D1');
});

it('redirects to the login, which leads back to the page and says why, if the cookie of the session is broken', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the session is stored in cookies
  document.cookie = 'portal_user=broken; Path=/';
  const readAddress = open({ meta }, '?tab=1');
  expect(await screen.findByText('the login')).toBeTruthy();
  expect(readAddress()).toBe('/es/login?redirect_to=%2Fes%2Fprofile%3Ftab%3D1');
  expect(getSessionEndReason()).toBe('errors.sessionExpired');
});

it('begins again for another user who logs in, in another tab', async () => {
  open();
  const note = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Note' });
  await screen.findByText('the page');
  fireEvent.change(note(), { target: { value: 'of Ana' } });
  act(() => startSession({ identification: 'ana', token: 'renewed', permissions: ['ADMIN'] }));
  expect(note().value).toBe('of Ana');
  act(() => startSession({ identification: 'eva', token: 'n', permissions: ['ADMIN'] }));
  expect(note().value).toBe('');
});
