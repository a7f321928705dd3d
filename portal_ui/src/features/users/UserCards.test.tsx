// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { buildField, buildResource } from '../../core/forms/resource/testing';
import { renderAt, serve } from '../imports/testing';
import { UserCards } from './UserCards';
import type { UserRow } from './useUserRow';

const buildCard = (name: string, field: string) => ({
  ...buildResource([buildField(field, 'text', { required: false })]),
  name,
  path: name,
  title: name,
});
const resources = [buildCard('contacts', 'username'), buildCard('addresses', 'city'), buildCard('services', 'name')];
const row = {
  id: 4,
  username: 'ana',
  cards: [
    { resource: 'contacts', id: 4 },
    { resource: 'addresses', id: 6 },
  ],
} as unknown as UserRow;

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
});

const onRenamed = vi.fn();
const onSaved = vi.fn();

async function open(user = row) {
  onRenamed.mockReset();
  onSaved.mockReset();
  const requests = serve({
    'GET /api/rest/contacts/4': () => ({ id: 4, version: 'a', username: 'ana' }),
    'GET /api/rest/addresses/6': () => ({ id: 6, version: 'b', city: 'Quito' }),
    'PUT /api/rest/contacts/4': ({ body }) => ({ id: 4, ...body, version: 'c' }),
    'PUT /api/rest/addresses/6': ({ body }) => ({ id: 6, ...body, version: 'd' }),
  });
  await renderAt(
    <UserCards row={user} onRenamed={onRenamed} onSaved={onSaved}>
      <p>sessions</p>
    </UserCards>,
    { meta: { resources } as never },
  );
  return () => requests.filter(({ method }) => method === 'PUT').map(({ path, body }) => [path, body]);
}

const type = async (label: RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const saveButtons = () => screen.getAllByRole<HTMLButtonElement>('button', { name: 'Save' });

it('saves a new username and reports it, as the page has another URL then', async () => {
  const sent = await open();
  await type(/^username/, 'ana.ruiz');
  fireEvent.click(saveButtons()[0] as HTMLElement);
  await waitFor(() => expect(onRenamed).toHaveBeenCalledWith('ana.ruiz'));
  expect(onSaved).toHaveBeenCalled();
  expect(sent()).toEqual([['/api/rest/contacts/4', { username: 'ana.ruiz', version: 'a' }]]);
});

it('does not save a new username while another section has unsaved changes, which would be lost', async () => {
  const sent = await open();
  await type(/^city/, 'Lima');
  await type(/^username/, 'ana.ruiz');
  fireEvent.click(saveButtons()[0] as HTMLElement);
  expect(await screen.findByText(/Save or discard the changes in the other sections first/)).toBeTruthy();
  expect(sent()).toEqual([]);
  fireEvent.click(saveButtons()[1] as HTMLElement);
  expect(await screen.findByText('Address saved')).toBeTruthy();
  expect(sent()).toEqual([['/api/rest/addresses/6', { city: 'Lima', version: 'b' }]]);
  expect(onRenamed).not.toHaveBeenCalled();
  fireEvent.click(saveButtons()[0] as HTMLElement);
  await waitFor(() => expect(onRenamed).toHaveBeenCalledWith('ana.ruiz'));
});

it('says that an organization has no service yet, in the section of the service', async () => {
  await open({ ...row, cards: [{ resource: 'services', id: null }] });
  const section = within(screen.getByRole('region', { name: 'services' }));
  expect(section.getByText(/Ask an administrator to assign one/)).toBeTruthy();
  expect(screen.getByText('sessions')).toBeTruthy();
});

it('shows the sections below only when all forms are loaded, so that none moves', async () => {
  let respondWithAddress: (value: unknown) => void = () => {};
  serve({
    'GET /api/rest/contacts/4': () => ({ id: 4, version: 'a', username: 'ana' }),
    'GET /api/rest/addresses/6': () => new Promise((resolve) => (respondWithAddress = resolve)),
  });
  await renderAt(
    <UserCards row={row} onRenamed={onRenamed} onSaved={onSaved}>
      <p>sessions</p>
    </UserCards>,
    { meta: { resources } as never },
  );
  await screen.findByLabelText(/^username/);
  expect(screen.queryByText('sessions')).toBeNull();
  respondWithAddress({ id: 6, version: 'b', city: 'Quito' });
  expect(await screen.findByText('sessions')).toBeTruthy();
});

it.each([
  ['contacts', 'User data saved. The password was changed, and the user was logged out on all devices.'],
  ['profile', 'User data saved. Your password was changed, and you were logged out of all other sessions.'],
])('says in %s who is logged out by a new password', async (name, message) => {
  const sections = [
    buildField('username', 'text', { required: false }),
    buildField('password', 'text', { required: false, format: 'password' as never }),
  ];
  const account = { ...buildResource(sections), name, path: name, title: name };
  serve({
    [`GET /api/rest/${name}/4`]: () => ({ id: 4, version: 'a', username: 'ana', password: '' }),
    [`PUT /api/rest/${name}/4`]: () => ({ id: 4, version: 'b', username: 'ana', password: '' }),
    'POST /api/v1/contacts/login': () => ({ identification: 'ana', token: 'u', permissions: ['CLIENT'] }),
  });
  await renderAt(
    <UserCards row={{ ...row, cards: [{ resource: name, id: 4 }] }} onRenamed={onRenamed} onSaved={onSaved} />,
    { meta: { resources: [account] } as never },
  );
  await type(/^password/, 'Blue-7-crane');
  await type(/^Confirm password/, 'Blue-7-crane');
  fireEvent.click(saveButtons()[0] as HTMLElement);
  expect(await screen.findByText(message)).toBeTruthy();
});

it.each([
  ['clients', 'Client data saved'],
  ['services', 'Service data saved'],
  ['manager-clients', 'Client list saved'],
  ['contacts', 'User data saved successfully'],
])('names what was saved in the section %s', async (name, message) => {
  serve({
    [`GET /api/rest/${name}/4`]: () => ({ id: 4, version: 'a', name: 'x', username: 'ana' }),
    [`PUT /api/rest/${name}/4`]: ({ body }) => ({ id: 4, username: 'ana', ...body, version: 'b' }),
  });
  onRenamed.mockReset();
  await renderAt(
    <UserCards row={{ ...row, cards: [{ resource: name, id: 4 }] }} onRenamed={onRenamed} onSaved={onSaved} />,
    { meta: { resources: [buildCard(name, 'name')] } as never },
  );
  await type(/^name/, 'y');
  fireEvent.click(saveButtons()[0] as HTMLElement);
  expect(await screen.findByText(message)).toBeTruthy();
  expect(onRenamed).not.toHaveBeenCalled();
});

it('warns while a client has no service', async () => {
  const service = buildField('service', 'choice', {
    required: false,
    choices: [{ key: '8', name: 'Fix Ltd', hint: null, image: null, group: null }] as never,
  });
  let value: string | null = null;
  serve({ 'GET /api/rest/clients/4': () => ({ id: 4, version: 'a', service: value }) });
  const card = { ...buildResource([service]), name: 'clients', path: 'clients', title: 'Client' };
  const page = (
    <UserCards row={{ ...row, cards: [{ resource: 'clients', id: 4 }] }} onRenamed={onRenamed} onSaved={onSaved} />
  );
  await renderAt(page, { meta: { resources: [card] } as never });
  expect(await screen.findByText(/^Users of this client can't create requests/)).toBeTruthy();
  cleanup();
  value = '8';
  await renderAt(page, { meta: { resources: [card] } as never });
  await screen.findByRole('combobox');
  expect(screen.queryByText(/^Users of this client can't create requests/)).toBeNull();
});

it.each(['client', 'service'])('does not save another %s while another section has unsaved changes', async (name) => {
  const account = { ...buildCard('contacts', name), name: 'contacts', path: 'contacts' };
  const requests = serve({
    'GET /api/rest/contacts/4': () => ({ id: 4, version: 'a', [name]: 'x' }),
    'GET /api/rest/addresses/6': () => ({ id: 6, version: 'b', city: 'Quito' }),
  });
  await renderAt(<UserCards row={row} onRenamed={onRenamed} onSaved={onSaved} />, {
    meta: { resources: [account, ...resources.slice(1)] } as never,
  });
  await type(/^city/, 'Lima');
  await type(new RegExp(`^${name}`), 'y');
  fireEvent.click(saveButtons()[0] as HTMLElement);
  expect(await screen.findByText(/Save or discard the changes in the other sections first/)).toBeTruthy();
  expect(requests.filter(({ method }) => method === 'PUT')).toEqual([]);
});
