// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
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
