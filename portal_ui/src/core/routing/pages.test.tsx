// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { act, cleanup, render, screen } from '@testing-library/react';
import { I18nContext } from 'ra-core';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MetaProvider } from '../../api/meta';
import { clearSession, startSession } from '../../api/session';
import type { Meta } from '../../api/types';
import { theme } from '../../theme/theme';
import { getI18nProvider } from '../i18n/i18nProvider';
import { storeLanguage } from '../i18n/language';
import { BackToListButton } from './BackToListButton';
import { LocalizedLink } from './links';
import { NotFound } from './NotFound';
import { usePublishStatus } from './parentList';
import { Redirect, RedirectHome } from './Redirect';

const i18nProvider = await getI18nProvider('en');
const buildList = (name: string, status: string) => ({
  name,
  title: name,
  path: name,
  record: { REPAIR: 'process-repair/{id}' },
  filters: [{ key: 'status', choices: [{ key: status }] }],
});
const resources = [buildList('active-repairs', 'NEW'), buildList('closed-repairs', 'DONE')];
const meta = { resources, pages: [] } as unknown as Meta;

/** Render an element at one address of a language, and "elsewhere" at all others. */
function open(element: ReactNode, address = '/en/process-repair/7', path = '/:lang/process-repair/:id') {
  const routes = [
    { path, element },
    { path: '*', element: <p>elsewhere</p> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ['/en/before', address], initialIndex: 1 });
  render(
    <ThemeProvider theme={theme}>
      <I18nContext.Provider value={i18nProvider}>
        <MetaProvider value={meta}>
          <RouterProvider router={router} />
        </MetaProvider>
      </I18nContext.Provider>
    </ThemeProvider>,
  );
  return Object.assign(router, { readAddress: () => router.state.location.pathname + router.state.location.search });
}

const getTarget = () => screen.getByRole('link').getAttribute('href');

beforeEach(() => {
  sessionStorage.clear();
  startSession({ identification: 'ana', token: 't', permissions: ['SERVICE'] });
});
afterEach(() => {
  cleanup();
  clearSession();
  localStorage.clear();
});

it('links back to the list of the record, which follows its status while it is shown', () => {
  function Status({ status }: { status: string }) {
    usePublishStatus(status);
    return null;
  }
  const button = <BackToListButton list="home" />;
  const show = (status?: string) => (
    <>
      {status && <Status status={status} />}
      {button}
    </>
  );
  open(show('DONE'));
  expect(screen.getByRole('link', { name: 'Back to list' }).getAttribute('href')).toBe('/en/closed-repairs');
  cleanup();
  open(show('NEW'));
  expect(getTarget()).toBe('/en/active-repairs');
  cleanup();
  open(show('DONE'));
  cleanup();
  open(show());
  expect(getTarget()).toBe('/en/active-repairs');
});

it('links back to the given list if the record has none, with the given name', () => {
  open(<BackToListButton list="help" label="To the help" />, '/en/profile', '/:lang/profile');
  expect(screen.getByRole('link', { name: 'To the help' }).getAttribute('href')).toBe('/en/help');
});

it('says that a record does not exist, with a link to its list', () => {
  open(<NotFound list="parts" />);
  expect(screen.getByRole('heading').textContent).toContain('Entry not found');
  expect(screen.getByText(/^It may have been deleted/)).toBeTruthy();
  expect(getTarget()).toBe('/en/parts');
  cleanup();
  open(<NotFound list="parts" title="No such part" text="Look again" />);
  expect(screen.getByText('No such part')).toBeTruthy();
  expect(screen.getByText('Look again')).toBeTruthy();
});

it('links to a page in the language of the address', () => {
  open(<LocalizedLink to="profile?tab=1">Profile</LocalizedLink>, '/es/process-repair/7');
  expect(getTarget()).toBe('/es/profile?tab=1');
});

it('redirects without a history entry, and again when its address is opened by Back', async () => {
  const router = open(<Redirect to="/en/target" />);
  await screen.findByText('elsewhere');
  expect(router.readAddress()).toBe('/en/target');
  await act(() => router.navigate(-1));
  expect(router.readAddress()).toBe('/en/before');
});

it('redirects again after Back while it is still rendered', async () => {
  const router = open(<Redirect to="/en/target" />, '/en/old', '*');
  await act(async () => {});
  expect(router.readAddress()).toBe('/en/target');
  await act(() => router.navigate('/en/old'));
  expect(router.readAddress()).toBe('/en/old');
  await act(async () => window.dispatchEvent(new PopStateEvent('popstate')));
  expect(router.readAddress()).toBe('/en/target');
});

it.each([
  ['/en/gone', '/en/active-repairs'],
  // The stored language, for one that the portal does not have.
  ['/fr/gone', '/es/active-repairs'],
])('redirects an unknown address home: %s', async (address, home) => {
  storeLanguage('es');
  const router = open(<RedirectHome />, address, '/:lang/gone');
  await screen.findByText('elsewhere');
  expect(router.readAddress()).toBe(home);
});

it('redirects an unknown address of an email to the login, which leads back to it', async () => {
  clearSession();
  const router = open(<RedirectHome />, '/en/gone?utm_source=mail', '/:lang/gone');
  await screen.findByText('elsewhere');
  expect(router.readAddress()).toBe('/en/login?utm_source=mail&redirect_to=%2Fen%2Fgone');
});
