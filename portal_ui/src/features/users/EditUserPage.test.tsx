// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderAt, serve } from '../imports/testing';
import EditUserPage from './EditUserPage';

const user = { id: 4, role: 'CLIENT', locked: false, secondFactor: true, status: '', cards: [] };

/** Open the page of a user as the administrator "admin". Return the recorded requests. */
async function open(username: string, more = {}) {
  const requests = serve({
    'GET /api/rest/contacts': () =>
      new Response(JSON.stringify([{ ...user, username, fullName: `Full ${username}`, ...more }]), {
        headers: { 'Content-Range': 'contacts 0-0/1' },
      }),
    'PUT /api/v1/contacts/lock': ({ query }) => ({ username, locked: query.get('locked') === 'true' }),
    'PUT /api/v1/second-factor/reset': () => true,
  });
  await renderAt(<EditUserPage />, {
    at: `/en/edit/contact/${username}`,
    route: '/:lang/edit/contact/:username',
    meta: { choices: { roles: [{ key: 'CLIENT', name: 'Client' }] } as never },
  });
  await screen.findByRole('heading', { name: `Full ${username}` });
  return requests;
}

/** Press a button of the page, confirm, and return the query of the change. */
async function confirm(name: string, requests: Awaited<ReturnType<typeof open>>) {
  fireEvent.click(screen.getByRole('button', { name }));
  const dialog = await screen.findByRole('dialog');
  const changes = () => requests.filter(({ method }) => method === 'PUT');
  expect(changes()).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name }));
  await waitFor(() => expect(changes()).toHaveLength(1));
  return changes().map(({ path, query }) => [path, Object.fromEntries(query)]);
}

it('offers administrators no lock and no reset of two-factor authentication for their own account', async () => {
  await open('admin');
  expect(screen.queryByRole('button', { name: /lock/i })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Reset two-factor authentication' })).toBeNull();
});

it('locks an unlocked user only after a confirmation', async () => {
  const requests = await open('ana');
  expect(await confirm('Lock', requests)).toEqual([['/api/v1/contacts/lock', { username: 'ana', locked: 'true' }]]);
  expect(await screen.findByText('Full ana is locked.')).toBeTruthy();
});

it('unlocks a locked user', async () => {
  const requests = await open('ana', { locked: true });
  expect(await confirm('Unlock', requests)).toEqual([['/api/v1/contacts/lock', { username: 'ana', locked: 'false' }]]);
  expect(await screen.findByText('Full ana is unlocked.')).toBeTruthy();
});

it('resets the two-factor authentication of another user after a confirmation, and reads the user again', async () => {
  const requests = await open('ana');
  const reads = () => requests.filter(({ method }) => method === 'GET').length;
  const before = reads();
  expect(await confirm('Reset two-factor authentication', requests)).toEqual([
    ['/api/v1/second-factor/reset', { username: 'ana' }],
  ]);
  await waitFor(() => expect(reads()).toBe(before + 1));
});

it('offers no reset for a user without two-factor authentication', async () => {
  await open('ana', { secondFactor: false });
  expect(screen.getByRole('button', { name: 'Lock' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Reset two-factor authentication' })).toBeNull();
});
