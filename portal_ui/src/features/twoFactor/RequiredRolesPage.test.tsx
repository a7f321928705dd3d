// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { MetaProvider } from '../../api/meta';
import type { Meta, TwoFactorRole } from '../../api/types';
import RequiredRolesPage from './RequiredRolesPage';
import { type MockResponses, open } from './testing';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const roles: TwoFactorRole[] = [
  { role: 'CLIENT', name: 'Client', required: true, users: 0, without: 0 },
  { role: 'SERVICE', name: 'Service', required: false, users: 1, without: 1 },
  { role: 'ADMIN', name: 'Administrator', required: true, users: 1, without: 0 },
];

async function show(responses: MockResponses = {}) {
  const calls = await open(
    <MetaProvider value={{ pages: [] } as unknown as Meta}>
      <RequiredRolesPage />
    </MetaProvider>,
    { 'GET second-factor/roles': { body: roles }, ...responses },
  );
  await screen.findAllByRole('switch');
  return calls;
}
const getSwitch = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name });

it('counts the users of each role who have set it up', async () => {
  await show();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'ClientNo users',
    'ServiceSet up by 0 of 1 user',
    'AdministratorSet up by the only user',
  ]);
  expect(screen.getAllByRole<HTMLInputElement>('switch').map(({ checked }) => checked)).toEqual([true, false, true]);
});

it('stops requiring it of one role and keeps the others', async () => {
  const calls = await show({
    'PUT second-factor/roles': { body: roles.map((each) => ({ ...each, required: each.role === 'ADMIN' })) },
  });
  fireEvent.click(getSwitch('Client'));
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Stop requiring two-factor authentication for the Client role?' }),
  );
  expect(dialog.getByText(/can now remove it/)).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Stop requiring' }));
  await screen.findByText('Saved');
  expect(calls).toEqual([['PUT second-factor/roles', { roles: ['ADMIN'] }]]);
  await waitFor(() => expect(getSwitch('Client').checked).toBe(false));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('says who is logged out if it is required, and changes nothing on Cancel', async () => {
  const calls = await show();
  fireEvent.click(getSwitch('Service'));
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Require two-factor authentication for the Service role?' }),
  );
  expect(dialog.getByText(/are logged out now/)).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls).toEqual([]);
  expect(getSwitch('Service').checked).toBe(false);
});

it('shows why a change was rejected and keeps the switch', async () => {
  await show({
    'PUT second-factor/roles': { status: 409, body: { code: 'X', message: 'Set up your own first.', fields: {} } },
  });
  fireEvent.click(getSwitch('Service'));
  fireEvent.click(await screen.findByRole('button', { name: 'Require' }));
  expect(await screen.findByText('Set up your own first.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(getSwitch('Service').checked).toBe(false);
});

it('offers a retry if the roles fail to load', async () => {
  let status = 403;
  await open(
    <MetaProvider value={{ pages: [] } as unknown as Meta}>
      <RequiredRolesPage />
    </MetaProvider>,
    { 'GET second-factor/roles': () => ({ status, body: status === 200 ? roles : { code: 'X', message: 'Not now' } }) },
  );
  expect(await screen.findByText('Not now')).toBeTruthy();
  status = 200;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findAllByRole('switch')).toHaveLength(3);
});
