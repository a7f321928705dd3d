// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { readSession, startSession } from '../../api/session';
import { buildField, buildResource } from '../../core/forms/resource/testing';
import { renderAt, serve } from '../imports/testing';
import EditUserPage from './EditUserPage';
import ProfilePage from './ProfilePage';

vi.mock('../twoFactor/TwoFactorCard', () => ({ default: () => <p>two-factor card</p> }));
vi.mock('./OwnSessions', () => ({ OwnSessions: () => <p>own sessions</p> }));

const buildCard = (name: string) => ({
  ...buildResource([buildField('username', 'text', { required: false })]),
  name,
  path: name,
  title: name,
});
const meta = {
  resources: [buildCard('contacts'), buildCard('profile')],
  choices: { roles: [{ key: 'CLIENT', name: 'Client' }] },
} as never;
const user = {
  id: 4,
  role: 'CLIENT',
  username: 'ana',
  fullName: 'Ana Gil',
  locked: false,
  secondFactor: true,
  status: 'Active',
  cards: [{ resource: 'contacts', id: 4 }],
};

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  // ra-core logs each rejected request, which is expected here.
  const note = console.error;
  vi.spyOn(console, 'error').mockImplementation((...args) => args[0] instanceof Error || note(...args));
});

const list = (rows: object[]) =>
  new Response(JSON.stringify(rows), { headers: { 'Content-Range': `contacts 0-0/${rows.length}` } });

/** Open the page of a user; the name of the account can be changed. */
async function open(more = {}, responses: Parameters<typeof serve>[0] = {}, username = 'ana') {
  const requests = serve({
    'GET /api/rest/contacts': () => list([{ ...user, ...more }]),
    'GET /api/rest/contacts/4': () => ({ id: 4, version: 'a', username }),
    'PUT /api/rest/contacts/4': ({ body }) => ({ id: 4, ...body, version: 'b' }),
    ...responses,
  });
  const getUrl = await renderAt(<EditUserPage />, {
    at: `/en/edit/contact/${username}`,
    route: '/:lang/edit/contact/:username',
    meta,
  });
  return { requests, getUrl };
}

async function rename(name: string) {
  fireEvent.change(await screen.findByLabelText(/^username/), { target: { value: name } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
}

it('asks the server for the user of the URL only', async () => {
  const { requests } = await open();
  await screen.findByRole('heading', { name: 'Ana Gil' });
  const [first] = requests.filter(({ path }) => path === '/api/rest/contacts');
  expect(JSON.parse(first?.query.get('filter') ?? '')).toEqual({ named: 'ana' });
});

it('shows role, status and two-factor authentication of a user', async () => {
  await open();
  expect(await screen.findByText('Client')).toBeTruthy();
  expect(screen.getByText('Active')).toBeTruthy();
  expect(screen.getByText('Two-factor authentication on')).toBeTruthy();
});

it('shows no two-factor authentication of a user without it', async () => {
  await open({ secondFactor: false, locked: true, status: 'Locked' });
  expect(await screen.findByText('Locked')).toBeTruthy();
  expect(screen.queryByText('Two-factor authentication on')).toBeNull();
});

it('continues at the URL of a new username, without logging out the administrator', async () => {
  const { getUrl } = await open();
  await rename('ana_ruiz');
  await waitFor(() => expect(getUrl()).toBe('/en/edit/contact/ana_ruiz'));
  expect(readSession().session?.identification).toBe('admin');
});

it('keeps administrators logged in who rename themselves', async () => {
  const { getUrl } = await open({ username: 'admin' }, {}, 'admin');
  await rename('chief');
  await waitFor(() => expect(getUrl()).toBe('/en/edit/contact/chief'));
  expect(readSession().session).toMatchObject({ identification: 'chief', token: 't' });
});

it('says that a user is gone, with a way to the list', async () => {
  await open({}, { 'GET /api/rest/contacts': () => list([]) });
  expect(await screen.findByText(/^The account may have been renamed/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to list' }).getAttribute('href')).toBe('/en/contacts');
});

it('offers a retry if the user fails to load', async () => {
  let isDown = true;
  const rejection = () => new Response(JSON.stringify({ code: 'X', message: 'Not now' }), { status: 403 });
  await open({}, { 'GET /api/rest/contacts': () => (isDown ? rejection() : list([user])) });
  expect(await screen.findByText('Not now')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('ana');
  isDown = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Ana Gil' })).toBeTruthy();
});

it('reads the user again after a lock, and shows why a lock was rejected', async () => {
  let isRejected = true;
  const { requests } = await open(
    {},
    {
      'PUT /api/v1/contacts/lock': () =>
        isRejected
          ? new Response(JSON.stringify({ code: 'X', message: 'The last administrator.' }), { status: 409 })
          : { username: 'ana', locked: true },
    },
  );
  const lock = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Lock' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Lock Ana Gil?' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Lock' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  const reads = () => requests.filter(({ method, path }) => method === 'GET' && path === '/api/rest/contacts').length;
  await screen.findByLabelText(/^username/);
  const before = reads();
  await lock();
  expect(await screen.findByText('The last administrator.')).toBeTruthy();
  expect(reads()).toBe(before);
  isRejected = false;
  await lock();
  await waitFor(() => expect(reads()).toBeGreaterThan(before));
});

it('changes nothing if a lock or a reset is canceled', async () => {
  const { requests } = await open();
  for (const name of ['Lock', 'Reset two-factor authentication']) {
    fireEvent.click(await screen.findByRole('button', { name }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
  expect(requests.filter(({ method }) => method === 'PUT')).toEqual([]);
});

async function openProfile(respond: () => unknown) {
  startSession({ identification: 'ana', token: 't', permissions: ['CLIENT'] });
  const requests = serve({
    'GET /api/rest/profile': respond,
    'GET /api/rest/profile/4': () => ({ id: 4, version: 'a', username: 'ana' }),
    'PUT /api/rest/profile/4': ({ body }) => ({ id: 4, ...body, version: 'b' }),
  });
  const getUrl = await renderAt(<ProfilePage />, { at: '/en/profile', route: '/:lang/profile', meta });
  return { requests, getUrl };
}
const own = { ...user, cards: [{ resource: 'profile', id: 4 }] };

it('shows the own account without its lock, with two-factor authentication and sessions below', async () => {
  await openProfile(() => list([own]));
  expect(await screen.findByText('own sessions')).toBeTruthy();
  expect(await screen.findByText('two-factor card')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'My account' })).toBeTruthy();
  expect(screen.getByText('Client')).toBeTruthy();
  expect(screen.queryByText('Active')).toBeNull();
  expect(screen.queryByText('Two-factor authentication on')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Lock' })).toBeNull();
});

it('keeps the session of users who rename themselves', async () => {
  const { getUrl } = await openProfile(() => list([own]));
  await screen.findByText('own sessions');
  await rename('ana_ruiz');
  await waitFor(() => expect(readSession().session?.identification).toBe('ana_ruiz'));
  expect(getUrl()).toBe('/en/profile');
});

it('keeps the sessions reachable if the account fails to load', async () => {
  await openProfile(() => new Response(JSON.stringify({ code: 'X', message: 'Not now' }), { status: 403 }));
  expect(await screen.findByText('Not now')).toBeTruthy();
  expect(screen.getByText('own sessions')).toBeTruthy();
});

it('has the username until the user is loaded, and leads back to the users', async () => {
  let respond = (_: Response) => {};
  await open({}, { 'GET /api/rest/contacts': () => new Promise<Response>((resolve) => (respond = resolve)) });
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('ana');
  expect(screen.getByRole('link', { name: 'Back to list' }).getAttribute('href')).toBe('/en/contacts');
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  respond(list([user]));
  expect(await screen.findByRole('heading', { level: 1, name: 'Ana Gil' })).toBeTruthy();
});
