// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { CoreAdminContext, I18nContext, memoryStore } from 'ra-core';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useCounters } from '../api/counters';
import { MetaProvider } from '../api/meta';
import { addPendingExport, removePendingExport } from '../api/pendingExports';
import { createQueryClient } from '../api/queryClient';
import { startSession } from '../api/session';
import type { Meta } from '../api/types';
import { getI18nProvider } from '../core/i18n/i18nProvider';
import { useOpenFeedback } from '../core/layout/openFeedback';
import { isLoginAttempted, justLoggedIn, markLoginAttempted } from '../core/routing/postLogin';
import { OutdatedPageError } from '../core/ui/chunkErrors';
import { reloadPage } from '../core/ui/reloadPage';
import { stubMediaQueries } from '../core/ui/testing';
import { theme } from '../theme/theme';
import Layout from './Layout';

const nothing = vi.hoisted(() => () => null);
vi.mock('../core/layout/Navigation', () => ({ Navigation: nothing }));
vi.mock('../core/layout/NotificationsMenu', () => ({ NotificationsMenu: nothing }));
vi.mock('../core/layout/FailedJobsBanner', () => ({ FailedJobsBanner: nothing }));
vi.mock('../core/layout/SetupBanner', () => ({ SetupBanner: nothing }));
vi.mock('../core/layout/ProfileMenu', async () => {
  const { default: MenuList } = await import('@mui/material/MenuList');
  return {
    ProfileMenu: ({ children }: { children: ReactNode }) => <MenuList aria-label="Account">{children}</MenuList>,
  };
});
vi.mock('../features/help/HelpPanel', () => ({
  default: ({ onClose }: { onClose: () => void }) => (
    <button type="button" onClick={onClose}>
      Help panel
    </button>
  ),
}));
vi.mock('../core/ui/reloadPage', () => ({ reloadPage: vi.fn() }));
vi.mock('../features/search/GlobalSearch', () => ({ GlobalSearch: nothing }));
vi.mock('../core/lists/PendingExports', () => ({
  default: ({ exports }: { exports: { title: string }[] }) => <p>{exports.map(({ title }) => title)}</p>,
}));
vi.mock('../core/layout/QuickStartDialog', () => ({
  default: ({ onClose }: { onClose: () => void }) => (
    <button type="button" onClick={onClose}>
      Quick start
    </button>
  ),
}));
vi.mock('../features/feedback/FeedbackDialog', () => ({
  default: ({ onClose }: { onClose: () => void }) => (
    <button type="button" onClick={onClose}>
      Feedback dialog
    </button>
  ),
}));

const i18nProvider = await getI18nProvider('en');
const buildPage = (path: string) => ({ path, label: path, icon: '', group: '', addsTo: null });

/** Error of the page, if any. */
let failure: Error | null = null;

function Page() {
  if (failure) throw failure;
  const counters = useCounters();
  const openFeedback = useOpenFeedback();
  return (
    <>
      <p role="note">{counters ? counters.map(({ total }) => total).join() : 'no counters'}</p>
      <button type="button" onClick={openFeedback}>
        Open feedback
      </button>
    </>
  );
}

function open(paths: string[], { address = '/en/list?page=2', state = null as unknown } = {}) {
  const user = { username: 'ana', firstName: 'Ana', lastName: 'Ruiz' };
  const meta = { pages: paths.map(buildPage), resources: [], user, choices: {}, limits: {} } as unknown as Meta;
  const page = (
    <CoreAdminContext queryClient={createQueryClient()} store={memoryStore()}>
      <I18nContext.Provider value={i18nProvider}>
        <MetaProvider value={meta}>
          <Layout>
            <Page />
          </Layout>
        </MetaProvider>
      </I18nContext.Provider>
    </CoreAdminContext>
  );
  const [pathname = '', search = ''] = address.split('?');
  const entry = {
    pathname,
    search: search.split('#')[0] ? `?${search.split('#')[0]}` : '',
    hash: address.split('#')[1] ?? '',
    state,
  };
  const router = createMemoryRouter([{ path: '/:lang/*', element: page }], {
    initialEntries: ['/en/before', { ...entry, hash: entry.hash && `#${entry.hash}` }],
  });
  render(
    <ThemeProvider theme={theme}>
      <RouterProvider router={router} />
    </ThemeProvider>,
  );
  return Object.assign(router, {
    readAddress: () => {
      const { pathname, search, hash } = router.state.location;
      return pathname + search + hash;
    },
  });
}

beforeEach(() => {
  failure = null;
  vi.mocked(reloadPage).mockClear();
  sessionStorage.clear();
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  startSession({ identification: 'ana', token: 't', permissions: ['CLIENT'] });
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify([{ requestType: 'REPAIR', total: 3 }])));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.documentElement.removeAttribute('data-mode');
});

describe('the request types', () => {
  it('are offered after a login, and closed without another history entry', async () => {
    markLoginAttempted();
    const router = open(['new-repair'], { state: justLoggedIn });
    const dialog = await screen.findByRole('button', { name: 'Quick start' });
    expect([router.readAddress(), isLoginAttempted()]).toEqual(['/en/list?page=2#suggest-options', false]);
    fireEvent.click(dialog);
    await waitFor(() => expect(router.readAddress()).toBe('/en/list?page=2'));
    expect(screen.queryByRole('button', { name: 'Quick start' })).toBeNull();
    await act(() => router.navigate(-1));
    expect(router.readAddress()).toBe('/en/before');
  });

  it('are offered by a link', async () => {
    open(['new-repair'], { address: '/en/list?page=2#suggest-options' });
    expect(await screen.findByRole('button', { name: 'Quick start' })).toBeTruthy();
  });

  it.each([
    ['users who cannot create every type', ['part-request/new'], justLoggedIn, '/en/list?page=2'],
    ['such users by a link', ['part-request/new'], null, '/en/list?page=2#suggest-options'],
    ['pages opened later', ['new-repair'], null, '/en/list?page=2'],
  ])('are not offered to %s', async (_, paths, state, address) => {
    const router = open(paths, { state, address });
    await screen.findByRole('note');
    expect(screen.queryByRole('button', { name: 'Quick start' })).toBeNull();
    expect(router.readAddress()).toBe(address);
  });
});

it('has counters for roles with a list of requests that need action only', async () => {
  open(['action-required']);
  await waitFor(() => expect(screen.getByRole('note').textContent).toBe('3'));
  cleanup();
  const fetched = vi.fn(async (_: string) => new Response('[]'));
  vi.stubGlobal('fetch', fetched);
  open(['new-repair']);
  expect((await screen.findByRole('note')).textContent).toBe('no counters');
  expect(fetched.mock.calls.filter(([url]) => url.includes('fetch-number'))).toEqual([]);
});

it('opens and closes the feedback', async () => {
  open([]);
  fireEvent.click(await screen.findByRole('button', { name: 'Open feedback' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Feedback dialog' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Feedback dialog' })).toBeNull());
});

it('shows pending exports on each page', async () => {
  addPendingExport({ id: 'j1', title: 'Closed repairs' });
  open([]);
  expect(await screen.findByText('Closed repairs')).toBeTruthy();
  act(() => removePendingExport('j1'));
  await waitFor(() => expect(screen.queryByText('Closed repairs')).toBeNull());
});

it('prints in the light mode, with the time of printing and the user', async () => {
  let isPrinting = false;
  const announce = stubMediaQueries((query) => query === 'print' && isPrinting);
  const root = document.documentElement;
  open([]);
  await screen.findByRole('note');
  root.setAttribute('data-mode', 'dark');
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-29T17:00:00Z') });
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  vi.useRealTimers();
  expect(screen.getByText(/Ana Ruiz/).textContent).toContain('11/29/2026 12:00 PM UTC-5');
  isPrinting = true;
  act(announce);
  expect(root.getAttribute('data-mode')).toBe('light');
  isPrinting = false;
  act(announce);
  expect(root.getAttribute('data-mode')).toBe('dark');
});

const account = () => screen.getByRole('menu', { name: 'Account' });

it('has help, language and mode in the bar, and on a phone in the account menu', async () => {
  open([]);
  await screen.findByRole('note');
  const help = screen.getByRole('button', { name: 'Help' });
  expect([help.getAttribute('aria-expanded'), account().textContent]).toEqual(['false', '']);
  fireEvent.click(help);
  fireEvent.click(await screen.findByRole('button', { name: 'Help panel' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Help panel' })).toBeNull());
  cleanup();
  stubMediaQueries((query) => query.includes('max-width'));
  open([]);
  await screen.findByRole('note');
  expect(screen.queryByRole('button', { name: 'Help' })).toBeNull();
  expect(account().querySelectorAll('[role=menuitem]')).toHaveLength(3);
  fireEvent.click(screen.getByRole('menuitem', { name: 'Help' }));
  expect(await screen.findByRole('button', { name: 'Help panel' })).toBeTruthy();
});

it('prints the address of the page', async () => {
  open([]);
  expect((await screen.findByText(/Ana Ruiz/)).textContent).toContain(window.location.href);
});

it.each([
  ['an error', new Error('broken'), 'Try again'],
  ['an outdated page', new OutdatedPageError(), 'Reload'],
])('shows %s of a page within the layout, and reloads the portal', async (_, error, name) => {
  failure = error;
  vi.spyOn(console, 'error').mockImplementation(() => {});
  open([]);
  fireEvent.click(await screen.findByRole('button', { name: new RegExp(name) }));
  expect(reloadPage).toHaveBeenCalledOnce();
  expect(account()).toBeTruthy();
});
