// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { CoreAdminContext, useNotificationContext } from 'ra-core';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/queryClient';
import { clearSession, startSession } from '../../api/session';
import { getStoredLanguage } from '../i18n/language';
import { OutdatedPageError } from '../ui/chunkErrors';
import { useSwitchLanguage } from './useSwitchLanguage';

const loadMessages = vi.hoisted(() => vi.fn());
vi.mock('../i18n/i18nProvider', () => ({ getI18nProvider: loadMessages }));

const languages: (string | null)[] = [];
beforeEach(() => {
  startSession({ identification: 'client', token: 't', permissions: ['CLIENT'] });
  vi.stubGlobal('fetch', async (_: unknown, init: RequestInit) => {
    languages.push(new Headers(init.headers).get('Lang'));
    return new Response('{}');
  });
});
afterEach(() => {
  cleanup();
  languages.length = 0;
  localStorage.clear();
  vi.unstubAllGlobals();
});

function Page() {
  const goToLanguage = useSwitchLanguage();
  const { notifications } = useNotificationContext();
  return (
    <>
      <button type="button" onClick={() => void goToLanguage('es')}>
        Español
      </button>
      <input type="checkbox" onChange={() => void goToLanguage('fr')} />
      {notifications.map(({ message }) => (
        <p key={String(message)}>{message}</p>
      ))}
    </>
  );
}

function open() {
  const page = (
    <CoreAdminContext queryClient={createQueryClient()}>
      <Page />
    </CoreAdminContext>
  );
  const routes = [
    { path: '/en/list', element: null },
    { path: '*', element: page },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ['/en/profile?tab=A#x'] });
  render(<RouterProvider router={router} />);
  const address = () => {
    const { pathname, search, hash } = router.state.location;
    return pathname + search + hash;
  };
  return { address, router };
}

it('switches the language after its messages and meta are loaded', async () => {
  let resolveMessages = () => {};
  loadMessages.mockReturnValueOnce(new Promise<void>((resolve) => (resolveMessages = resolve)));
  const { address } = open();
  await act(async () => screen.getByRole('button').click());
  expect([address(), languages]).toEqual(['/en/profile?tab=A#x', ['es']]);
  await act(async () => resolveMessages());
  expect(address()).toBe('/es/profile?tab=A#x');
});

it.each([
  ['errors.network', new TypeError('Failed to fetch dynamically imported module: es-1.js')],
  ['errors.outdated', new OutdatedPageError()],
])('keeps the page and notifies if the messages fail to load: %s', async (message, error) => {
  loadMessages.mockRejectedValueOnce(error);
  const { address } = open();
  await act(async () => screen.getByRole('button').click());
  expect(screen.getByText(message)).toBeTruthy();
  expect(address()).toBe('/en/profile?tab=A#x');
});

it('switches the language of a page opened meanwhile, with its query, hash and state', async () => {
  let resolveMessages = () => {};
  loadMessages.mockReturnValueOnce(new Promise<void>((resolve) => (resolveMessages = resolve)));
  const { address, router } = open();
  await act(async () => screen.getByRole('button').click());
  await act(() => router.navigate('/en/list?page=2#question', { state: { isAsked: true } }));
  await act(async () => resolveMessages());
  expect([address(), router.state.location.state]).toEqual(['/es/list?page=2#question', { isAsked: true }]);
});

it('keeps the language for the next visit, and adds no history entry', async () => {
  loadMessages.mockResolvedValueOnce({});
  const { router, address } = open();
  await act(() => router.navigate('/en/list?page=2'));
  await act(() => router.navigate('/en/profile'));
  await act(async () => screen.getByRole('button').click());
  expect([address(), getStoredLanguage()]).toEqual(['/es/profile', 'es']);
  await act(() => router.navigate(-1));
  expect(address()).toBe('/en/list?page=2');
});

it('does not keep a language whose messages failed to load', async () => {
  loadMessages.mockRejectedValueOnce(new TypeError('no line'));
  open();
  await act(async () => screen.getByRole('button').click());
  expect(getStoredLanguage()).toBe('en');
});

it('requests no data of the portal before the login', async () => {
  clearSession();
  loadMessages.mockResolvedValueOnce({});
  const { address } = open();
  await act(async () => screen.getByRole('button').click());
  expect([address(), languages]).toEqual(['/es/profile?tab=A#x', []]);
});

it('ignores a language that the portal does not have', async () => {
  loadMessages.mockClear();
  const { address } = open();
  await act(async () => screen.getByRole('checkbox').click());
  expect([address(), loadMessages.mock.calls]).toEqual(['/en/profile?tab=A#x', []]);
});
