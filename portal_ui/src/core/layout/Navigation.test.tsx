// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { CoreAdminContext, type DataProvider, I18nContext, memoryStore } from 'ra-core';
import { useSidebarState } from 'react-admin';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CountersProvider } from '../../api/counters';
import { MetaProvider } from '../../api/meta';
import { startSession } from '../../api/session';
import type { Counter, Meta } from '../../api/types';
import { theme } from '../../theme/theme';
import { getI18nProvider } from '../i18n/i18nProvider';
import { storeParentList } from '../routing/parentList';
import { stubMediaQueries } from '../ui/testing';
import { BackToSettingsButton } from './BackToSettingsButton';
import { Navigation } from './Navigation';
import { OpenFeedbackProvider } from './openFeedback';

const i18nProvider = await getI18nProvider('en');
const records = { REPAIR: 'process-repair/{id}', PARTS: 'process-part-request/{id}' };
const myTurn = [{ key: 'myTurn' }];
const lists = [
  { name: 'action-required', record: records, filters: [] },
  { name: 'active-repairs', record: { REPAIR: records.REPAIR }, filters: myTurn },
  { name: 'closed-repairs', record: { REPAIR: records.REPAIR }, filters: [] },
  { name: 'part-requests', record: { PARTS: records.PARTS }, filters: myTurn },
  { name: 'account-requests', record: {}, filters: [] },
];
const meta = {
  resources: lists.map((each) => ({ ...each, path: each.name, title: each.name })),
  pages: lists.map(({ name }) => ({ path: name, label: name, icon: '', group: 'lists', addsTo: null })),
  user: { username: 'ana', firstName: '', lastName: '' },
} as unknown as Meta;

const counters: Counter[] = [
  { requestType: 'REPAIR', total: 3 },
  { requestType: 'PARTS', total: 12 },
];

const getList = vi.fn();
const dataProvider = { getList } as unknown as DataProvider;

beforeEach(() => {
  sessionStorage.clear();
  getList.mockReset().mockResolvedValue({ data: [], total: 0 });
  startSession({ identification: 'ana', token: 't', permissions: ['SERVICE'] });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('has an arrow back to the settings on the pages that are opened from there', () => {
  const pages = ['settings', 'parts'].map((path) => ({ path, label: path, icon: '', group: path, addsTo: null }));
  const of = { ...meta, pages: pages.map((page) => (page.path === 'parts' ? { ...page, group: 'catalogue' } : page)) };
  openAt('/en/parts', of, <BackToSettingsButton />);
  expect(screen.getByRole('link', { name: 'Back to settings' }).getAttribute('href')).toBe('/en/settings');
  cleanup();
  openAt('/en/active-repairs', of, <BackToSettingsButton />);
  expect(screen.queryByRole('link', { name: 'Back to settings' })).toBeNull();
});

function openAt(address: string, more: Partial<Meta> = {}, content = <Navigation />) {
  const page = (
    <CoreAdminContext store={memoryStore()} dataProvider={dataProvider}>
      <I18nContext.Provider value={i18nProvider}>
        <MetaProvider value={{ ...meta, ...more }}>
          <CountersProvider value={counters}>
            <div className="RaSidebar-fixed">{content}</div>
          </CountersProvider>
        </MetaProvider>
      </I18nContext.Provider>
    </CoreAdminContext>
  );
  const router = createMemoryRouter([{ path: '/:lang/*', element: page }], { initialEntries: [address] });
  return render(
    <ThemeProvider theme={theme}>
      <RouterProvider router={router} />
    </ThemeProvider>,
  );
}

it('shows the number of requests that require action at each list', () => {
  openAt('/en/active-repairs');
  const badges = screen.getAllByRole('link').map((link) => link.querySelector('[role=img]')?.textContent ?? null);
  expect(badges).toEqual(['9+', '3', null, '9+', null]);
  expect(screen.getByRole('link', { current: 'page' }).textContent).toContain('active-repairs');
});

it('shows the number of pending account requests', async () => {
  getList.mockResolvedValue({ data: [{ id: 7 }], total: 4 });
  openAt('/en/active-repairs');
  expect((await screen.findByRole('img', { name: '4 need your action' })).textContent).toBe('4');
  expect(screen.getByRole('link', { name: /account-requests/ }).textContent).toContain('4');
  expect(getList).toHaveBeenCalledTimes(1);
  expect(getList.mock.calls[0]).toMatchObject(['account-requests', { filter: { state: ['WAITING_APPROVAL'] } }]);
});

it('marks the list that a request was opened from', () => {
  storeParentList('closed-repairs', '?page=2');
  openAt('/en/process-repair/7');
  expect(screen.getByRole('link', { current: true }).textContent).toContain('closed-repairs');
});

const page = (path: string, group: string, addsTo: string | null = null) => ({
  path,
  label: path,
  icon: '',
  group,
  addsTo,
});

it('opens a menu of request types, or links directly to a single type', async () => {
  const kinds = [page('new-repair', 'new', 'active-repairs'), page('part-request/new', 'new', 'part-requests')];
  openAt('/en/active-repairs', { pages: [...meta.pages, ...kinds] });
  expect(screen.queryByRole('link', { name: 'new-repair' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'New request', expanded: false }));
  const entries = await screen.findAllByRole('menuitem');
  expect(entries.map((entry) => entry.getAttribute('href'))).toEqual(['/en/new-repair', '/en/part-request/new']);
  cleanup();
  openAt('/en/active-repairs', { pages: [...meta.pages, ...kinds.slice(0, 1)] });
  // The name of the single type is the tooltip: as the label it would take two lines.
  const single = screen.getByRole('link', { name: 'New request' });
  expect([single.getAttribute('href'), single.title]).toEqual(['/en/new-repair', 'new-repair']);
});

it('does not handle characters typed in the menu of new requests', async () => {
  const kinds = [page('new-repair', 'new', 'active-repairs'), page('part-request/new', 'new', 'part-requests')];
  openAt('/en/active-repairs', { pages: [...meta.pages, ...kinds] });
  fireEvent.click(screen.getByRole('button', { name: 'New request', expanded: false }));
  const [entry] = await screen.findAllByRole('menuitem');
  entry?.focus();
  fireEvent.keyDown(entry as HTMLElement, { key: 'c' });
  expect(document.activeElement).toBe(entry);
});

it('marks the settings entry on each settings page; roles without it have the pages in the menu', () => {
  const settings = [page('settings', 'administration'), page('parts', 'catalogue'), page('contacts', 'users')];
  openAt('/en/parts', { pages: settings });
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['settings']);
  expect(screen.getByRole('link', { current: true }).textContent).toBe('settings');
  cleanup();
  openAt('/en/parts', { pages: settings.slice(1) });
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['parts', 'contacts']);
});

it('has feedback as its last entry', () => {
  openAt('/en/active-repairs');
  const feedback = screen.getByRole('button', { name: 'Feedback' });
  expect(screen.getByRole('navigation').lastElementChild).toBe(feedback);
});

it('scrolls to the entry of the current page without changing where Tab starts', () => {
  const intoView = vi.fn();
  Object.assign(Element.prototype, { scrollIntoView: intoView });
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const scrolled = this.closest('.RaSidebar-fixed')?.scrollTop ?? 0;
    return this.textContent === 'account-requests'
      ? new DOMRect(0, 860 - scrolled, 200, 40)
      : new DOMRect(0, 0, 200, 700);
  });
  const { container } = openAt('/en/account-requests');
  expect(container.querySelector('.RaSidebar-fixed')?.scrollTop).toBe(200);
  expect(intoView).not.toHaveBeenCalled();
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
});

const onPhone = () => stubMediaQueries((query) => query.includes('max-width'));

function SidebarState() {
  const [isOpen, setOpen] = useSidebarState();
  return (
    <button type="button" onClick={() => setOpen(true)}>
      sidebar {isOpen ? 'open' : 'closed'}
    </button>
  );
}

it.each([true, false])('opens the feedback dialog, and on a phone closes the navigation first: %s', (isPhone) => {
  if (isPhone) onPhone();
  const openFeedback = vi.fn();
  openAt(
    '/en/active-repairs',
    {},
    <OpenFeedbackProvider value={openFeedback}>
      <Navigation />
      <SidebarState />
    </OpenFeedbackProvider>,
  );
  fireEvent.click(screen.getByText(/^sidebar/));
  fireEvent.click(screen.getByRole('button', { name: 'Feedback' }));
  expect(openFeedback).toHaveBeenCalledTimes(1);
  screen.getByText(`sidebar ${isPhone ? 'closed' : 'open'}`);
  vi.unstubAllGlobals();
});

it('has no button for new requests for roles that create none', () => {
  openAt('/en/active-repairs');
  expect(screen.queryByRole('button', { name: 'New request' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'New request' })).toBeNull();
});

it('closes the menu of new requests when one is chosen, and the navigation of a phone', async () => {
  onPhone();
  const kinds = [page('new-repair', 'new', 'active-repairs'), page('part-request/new', 'new', 'part-requests')];
  const content = (
    <>
      <Navigation />
      <SidebarState />
    </>
  );
  openAt('/en/active-repairs', { pages: [...meta.pages, ...kinds] }, content);
  fireEvent.click(screen.getByText(/^sidebar/));
  fireEvent.click(screen.getByRole('button', { name: 'New request', expanded: false }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'part-request/new' }));
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  screen.getByText('sidebar closed');
  vi.unstubAllGlobals();
});

it('marks no entry as current on a page that belongs to none', () => {
  openAt('/en/profile');
  for (const link of screen.getAllByRole('link')) expect(link.getAttribute('aria-current')).toBeNull();
});
