// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startSession } from '../../../api/session';
import type { SavedView, ViewState } from '../../../api/types';
import { open, workshops } from '../testing';
import { DEFAULT_STATE, toSearch } from './viewState';

type SentRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  body: Record<string, unknown> | null;
  signal: AbortSignal | null | undefined;
};
const byPrice: ViewState = { ...DEFAULT_STATE, sort: 'price', order: 'DESC', columns: ['name', 'price'], perPage: 25 };
const buildView = (id: number, name: string, more: Partial<SavedView> = {}): SavedView => ({
  id,
  name,
  state: byPrice,
  shared: false,
  role: null,
  owner: 'Ana Ruiz',
  isOwn: true,
  isDefault: false,
  canEdit: true,
  version: `v${id}`,
  ...more,
});

/** Stub a server that stores views; return the recorded requests. */
function serveViews(
  initialViews: SavedView[],
  reject: (request: SentRequest) => Response | null = () => null,
): SentRequest[] {
  let views = initialViews;
  const requests: SentRequest[] = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const { pathname: path, searchParams: query } = new URL(input, 'http://portal');
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : null;
    const request = { method: init.method ?? 'GET', path, query, body, signal: init.signal };
    requests.push(request);
    const rejection = reject(request);
    if (rejection) return rejection;
    if (path.startsWith('/api/rest/')) {
      return new Response('[{"id":1,"name":"Alpha"}]', { headers: { 'Content-Range': 'rows 0-0/1' } });
    }
    if (request.method === 'GET') return new Response(JSON.stringify(views));
    const id = Number(path.split('/')[4] ?? 9);
    const before = views.find((view) => view.id === id) ?? buildView(id, '');
    const after = { ...before, ...body, version: `${before.version}+` } as SavedView;
    views = views.filter((view) => view.id !== id);
    if (path.endsWith('/default')) views.push({ ...before, isDefault: request.method === 'PUT' });
    else if (request.method !== 'DELETE') views.push(after);
    return new Response(JSON.stringify(request.method === 'DELETE' ? true : after));
  });
  return requests;
}

const getRowRequests = (requests: readonly SentRequest[]) =>
  requests.filter(({ path }) => path.startsWith('/api/rest/workshops'));
const getWriteRequests = (requests: readonly SentRequest[]) => requests.filter(({ method }) => method !== 'GET');
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const openMenu = async (name: string | RegExp = 'Views') => {
  fireEvent.click(await button(name));
  return within(await screen.findByRole('menu', { name: 'Views' }));
};
const choose = async (menu: Awaited<ReturnType<typeof openMenu>>, role: string, name: string | RegExp) =>
  fireEvent.click(await menu.findByRole(role, { name }));

beforeEach(() => sessionStorage.clear());

describe('saved views of a list', { timeout: 60_000 }, () => {
  it('without any, offers only the original view, and saves the current state as a new view', async () => {
    const requests = serveViews([]);
    open(workshops, { search: '?sort=price&order=DESC&perPage=25&columns=name,price' });
    const menu = await openMenu();
    await waitFor(() => expect(menu.getAllByRole('menuitemradio')).toHaveLength(1));
    expect(menu.getAllByRole('menuitem')).toHaveLength(1);
    await choose(menu, 'menuitem', 'Save as new view…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Save as new view' }));
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    fireEvent.change(dialog.getByRole('textbox', { name: /^Name/ }), { target: { value: 'Dear ones' } });
    fireEvent.click(dialog.getByRole('switch', { name: /^Share with others/ }));
    fireEvent.click(dialog.getByRole('switch', { name: 'Set as default view' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await button('View: Dear ones')).toBeTruthy();
    expect(getWriteRequests(requests)).toMatchObject([
      {
        method: 'POST',
        body: { resource: 'workshops', name: 'Dear ones', shared: true, state: { ...byPrice, filter: {} } },
      },
      { method: 'PUT', path: '/api/v1/views/9/default' },
    ]);
  });

  it('shows the active view and whether it was edited, and saves the changes', async () => {
    const requests = serveViews([
      buildView(1, 'Dear ones'),
      buildView(2, 'Others', { state: { ...byPrice, perPage: 5 } }),
    ]);
    const address = open(workshops, { search: '?filter={}' });
    await choose(await openMenu(), 'menuitemradio', 'Dear ones');
    await button('View: Dear ones');
    expect([address('sort'), address('order'), address('columns')]).toEqual(['price', 'DESC', 'name,price']);
    fireEvent.click(screen.getByRole('button', { name: 'Offers special support' }));
    const menu = await openMenu('View: Dear ones (edited)');
    expect(menu.getByRole('menuitemradio', { name: /^Dear ones/ }).getAttribute('aria-checked')).toBe('true');
    await choose(menu, 'menuitem', 'Save changes');
    await button('View: Dear ones');
    expect(getWriteRequests(requests)).toMatchObject([
      { method: 'PUT', path: '/api/v1/views/1', body: { state: { filter: { supportSpecialServices: true } } } },
    ]);
    expect(getWriteRequests(requests)[0]?.query.get('version')).toBe('v1');
    await choose(await openMenu('View: Dear ones'), 'menuitemradio', 'Original view');
    await button('Views');
    expect(address('sort')).toBe('name');
  });

  it('redirects to the default view if the URL has no parameters, and requests only its rows', async () => {
    const requests = serveViews([buildView(1, 'Dear ones', { isDefault: true })]);
    const defaultViews = { workshops: { id: 1, name: 'Dear ones', state: byPrice } };
    const address = open(workshops, { search: '#suggest-options', state: 'arrived', meta: { defaultViews } });
    await button('View: Dear ones');
    expect(address.location()).toMatchObject({ hash: '#suggest-options', state: 'arrived' });
    await waitFor(() => expect(getRowRequests(requests)).toHaveLength(1));
    expect(getRowRequests(requests)[0]?.query.get('sort')).toBe('["price","DESC"]');
    expect(address('sort')).toBe('price');
    // The metadata contains its name: no request for it.
    expect(requests.filter(({ path }) => path.includes('views'))).toEqual([]);
    await choose(await openMenu('View: Dear ones'), 'menuitemradio', 'Original view');
    await button('Views');
    expect([address('sort'), address('filter')]).toEqual(['name', '{}']);
  });

  it('does not redirect if the URL has list parameters', async () => {
    const requests = serveViews([]);
    const defaultViews = { workshops: { id: 1, name: 'Dear ones', state: byPrice } };
    const address = open(workshops, { search: '?page=1', meta: { defaultViews } });
    // StrictMode's simulated unmount aborts the first request.
    await waitFor(() => expect(getRowRequests(requests).filter(({ signal }) => !signal?.aborted)).toHaveLength(1));
    await button('Views');
    expect([address('page'), address('sort')]).toEqual(['1', null]);
    for (const { query } of getRowRequests(requests)) expect(query.get('sort')).toBe('["name","ASC"]');
  });

  it('restores an edited view after a reload, and forgets it after a link to another state', async () => {
    serveViews([buildView(1, 'Dear ones')]);
    const changed = toSearch({ ...byPrice, perPage: 5 }, workshops);
    sessionStorage.setItem('portal_view:admin:workshops', JSON.stringify([1, changed]));
    open(workshops, { search: changed });
    await button('View: Dear ones (edited)');
    cleanup();
    open(workshops, { search: toSearch({ ...byPrice, perPage: 10 }, workshops) });
    await button('Views');
  });

  it.each([
    ['another user', 'ana', 'portal_view:admin:workshops', 1],
    ['another list', 'admin', 'portal_view:admin:parts', 1],
    ['no known form', 'admin', 'portal_view:admin:workshops', '1'],
  ])('does not restore the view of %s', async (_, identification, key, id) => {
    startSession({ identification, token: 't', permissions: ['ADMIN'] });
    const requests = serveViews([buildView(1, 'Dear ones')]);
    const changed = toSearch({ ...byPrice, perPage: 5 }, workshops);
    sessionStorage.setItem(key, JSON.stringify([id, changed]));
    open(workshops, { search: changed });
    await waitFor(() => expect(getRowRequests(requests)).not.toEqual([]));
    await button('Views');
    expect(requests.filter(({ path }) => path.includes('views'))).toEqual([]);
  });

  it('are opened by a button even if the stored view cannot be read', async () => {
    serveViews([]);
    sessionStorage.setItem('portal_view:admin:workshops', '{');
    open(workshops);
    await button('Views');
  });

  it('are stored for a reload in this tab, until the original view is chosen', async () => {
    serveViews([buildView(1, 'Dear ones')]);
    open(workshops, { search: '?filter={}' });
    const getStored = () => JSON.parse(sessionStorage.getItem('portal_view:admin:workshops') ?? 'null');
    await choose(await openMenu(), 'menuitemradio', 'Dear ones');
    await button('View: Dear ones');
    await waitFor(() => expect(getStored()).toEqual([1, expect.stringContaining('sort=price')]));
    await choose(await openMenu('View: Dear ones'), 'menuitemradio', 'Original view');
    await waitFor(() => expect(getStored()).toBeNull());
  });

  it('are in a menu, which their button announces', async () => {
    serveViews([]);
    open(workshops);
    const opener = await button('Views');
    expect([opener.getAttribute('aria-haspopup'), opener.getAttribute('aria-expanded')]).toEqual(['menu', 'false']);
    await openMenu();
    expect(opener.getAttribute('aria-expanded')).toBe('true');
    fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
    await waitFor(() => expect(opener.getAttribute('aria-expanded')).toBe('false'));
  });

  it('cannot be edited by other users', async () => {
    const sharedView = { isOwn: false, canEdit: false, shared: true } as const;
    serveViews([
      buildView(1, 'Dear ones', { ...sharedView, role: 'ADMIN' }),
      buildView(2, 'New ones', { ...sharedView, role: 'SUPERVISOR', state: { ...byPrice, perPage: 5 } }),
    ]);
    const roles = [{ key: 'SUPERVISOR', name: 'Supervisor' }];
    open(workshops, { meta: { role: 'ADMIN', choices: { roles } } });
    const menu = await openMenu();
    const getItemText = async (name: RegExp) => (await menu.findByRole('menuitemradio', { name })).textContent;
    expect(await getItemText(/^Dear ones/)).toBe('Dear onesBy Ana Ruiz');
    expect(await getItemText(/^New ones/)).toBe('New onesBy Ana Ruiz · Supervisor');
    await choose(menu, 'menuitemradio', /^Dear ones/);
    const actions = (await openMenu('View: Dear ones')).getAllByRole('menuitem');
    expect(actions.map(({ textContent }) => textContent)).toEqual(['Save as new view…', 'Set as default']);
  });

  it('shows the server error of a name at its field, and keeps the typed text', async () => {
    const nameConflict = { code: 'VIEW_EXISTS', message: 'Taken', fields: { name: ['You have it already'] } };
    serveViews([], ({ method }) =>
      method === 'POST' ? new Response(JSON.stringify(nameConflict), { status: 409 }) : null,
    );
    open(workshops);
    await choose(await openMenu(), 'menuitem', 'Save as new view…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Save as new view' }));
    const name = dialog.getByRole<HTMLInputElement>('textbox', { name: /^Name/ });
    fireEvent.change(name, { target: { value: 'Dear ones' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('You have it already')).toBeTruthy();
    expect(name.value).toBe('Dear ones');
  });

  it('asks for confirmation before deleting, and shows why deleting failed', async () => {
    let stale = true;
    const rejection = { code: 'STALE', message: 'Changed meanwhile', fields: {} };
    const requests = serveViews([buildView(1, 'Dear ones', { shared: true })], ({ method }) =>
      method === 'DELETE' && stale ? new Response(JSON.stringify(rejection), { status: 409 }) : null,
    );
    open(workshops, { search: toSearch(byPrice, workshops) });
    const menu = await openMenu();
    await choose(menu, 'menuitem', 'Delete…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete view “Dear ones”?' }));
    expect(dialog.getByText(/will lose it too/)).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    expect((await dialog.findByRole('alert')).textContent).toContain(
      'Someone else changed this while you were working',
    );
    stale = false;
    fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(getWriteRequests(requests).map(({ method }) => method)).toEqual(['DELETE', 'DELETE']);
    await button('Views');
  });

  it('shows a connection error in the menu, and loads the views on retry', async () => {
    let down = true;
    serveViews([buildView(1, 'Dear ones')], ({ path }) => {
      if (down && path.includes('views')) throw new TypeError('Failed to fetch');
      return null;
    });
    open(workshops);
    const menu = await openMenu();
    const again = await menu.findByRole('button', { name: 'Try again' });
    down = false;
    fireEvent.click(again);
    expect(await menu.findByRole('menuitemradio', { name: 'Dear ones' })).toBeTruthy();
  });

  it('are available from one button on a phone', async () => {
    serveViews(
      Array.from({ length: 50 }, (_, n) => buildView(n + 1, `View ${n}`, { state: { ...byPrice, perPage: 5 } })),
    );
    open(workshops, { phone: true });
    const menu = await openMenu();
    await waitFor(() => expect(menu.getAllByRole('menuitemradio')).toHaveLength(51));
  });

  it('can be renamed, shared and no longer be the default, with the state that they have', async () => {
    const requests = serveViews([buildView(1, 'Dear ones', { isDefault: true })]);
    open(workshops, { search: toSearch(byPrice, workshops) });
    const before = await openMenu();
    await choose(before, 'menuitem', 'Rename or share…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit view “Dear ones”' }));
    const name = dialog.getByRole<HTMLInputElement>('textbox', { name: /^Name/ });
    expect([name.value, dialog.getByRole<HTMLInputElement>('switch', { name: 'Set as default view' }).checked]).toEqual(
      ['Dear ones', true],
    );
    fireEvent.change(name, { target: { value: 'Costly ones' } });
    fireEvent.click(dialog.getByRole('switch', { name: /^Share with others/ }));
    fireEvent.click(dialog.getByRole('switch', { name: 'Set as default view' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(getWriteRequests(requests)).toMatchObject([
      { method: 'PUT', path: '/api/v1/views/1', body: { name: 'Costly ones', shared: true, state: byPrice } },
      { method: 'DELETE', path: '/api/v1/views/1/default' },
    ]);
  });

  it('do not change the default if it is not edited', async () => {
    const requests = serveViews([buildView(1, 'Dear ones', { isDefault: true })]);
    open(workshops, { search: toSearch(byPrice, workshops) });
    await choose(await openMenu(), 'menuitem', 'Rename or share…');
    const dialog = within(await screen.findByRole('dialog', { name: /^Edit view/ }));
    fireEvent.change(dialog.getByRole('textbox', { name: /^Name/ }), { target: { value: 'Others' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(getWriteRequests(requests).map(({ path }) => path)).toEqual(['/api/v1/views/1']);
  });

  it.each([
    [false, 'Set as default', 'PUT', '“Dear ones” is now the default view for this list.'],
    [true, 'Stop using as default', 'DELETE', 'This list now opens with its original columns and filters.'],
  ])('become the default or no longer are: %s', async (isDefault, item, method, message) => {
    const requests = serveViews([buildView(1, 'Dear ones', { isDefault })]);
    open(workshops, { search: toSearch(byPrice, workshops) });
    await choose(await openMenu(), 'menuitem', item);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(getWriteRequests(requests)).toMatchObject([{ method, path: '/api/v1/views/1/default' }]);
  });

  it('name whether they are shared and the default, in groups of own and others', async () => {
    serveViews([
      buildView(1, 'Dear ones', { shared: true, role: 'ADMIN', isDefault: true, state: { ...byPrice, perPage: 5 } }),
      buildView(2, 'New ones', { isOwn: false, canEdit: false, shared: true, role: 'ADMIN' }),
    ]);
    open(workshops, { meta: { role: 'ADMIN', choices: { roles: [] } } });
    const menu = await openMenu();
    await menu.findByRole('menuitemradio', { name: /^Dear ones/ });
    expect(menu.getAllByRole('menuitemradio').map(({ textContent }) => textContent)).toEqual([
      'Original view',
      'Dear onesShared · Default',
      'New onesBy Ana Ruiz',
    ]);
    expect(menu.getByRole('menuitemradio', { name: 'Original view' }).getAttribute('aria-checked')).toBe('true');
    expect([menu.getByText('My views'), menu.getByText('Shared with me')]).toHaveLength(2);
    expect(menu.queryByRole('menuitem', { name: 'Delete…' })).toBeNull();
  });
});
