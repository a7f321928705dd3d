// @vitest-environment jsdom
import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Link } from 'react-router';
import { expect, it } from 'vitest';
import { accountRequestsKey } from '../../api/pendingAccountRequests';
import { renderAt, serve } from '../imports/testing';
import AccountRequestDecisionPage from './AccountRequestDecisionPage';

const meta = {
  choices: {
    roles: ['CLIENT', 'SERVICE', 'SUSTAINABILITY_MANAGER', 'ADMIN'].map((key) => ({ key, name: `Role ${key}` })),
  },
} as never;
const request = {
  id: 3,
  status: 'WAITING_APPROVAL',
  reason: '',
  clientName: 'Port',
  existingClient: { id: 1001, name: 'Port' },
  contact: {
    firstName: 'Ana',
    lastName: 'Gil',
    fullName: 'Ana Gil',
    username: 'ana_gil',
    email: 'a@b.org',
    phone: '+34 6',
    backupEmails: [{ value: 'spare@b.org' }],
  },
  address: { companyName: 'Port', country: 'ES', province: '', city: '', postalCode: '', street: '', building: '' },
};
const rejection = (message: string, status = 409) =>
  new Response(JSON.stringify({ code: 'X', message, fields: {} }), { status });

/** Query of the number in the navigation. */
function Pending({ onRead }: { onRead: () => number }) {
  useQuery({ queryKey: [accountRequestsKey, 'getList'], queryFn: async () => onRead() });
  return null;
}

/** Open the page of a decision; `decide` answers it. `reads` counts how often pending requests were counted. */
async function open(
  decision: 'approve' | 'reject',
  decide: () => unknown = () => true,
  more: Parameters<typeof serve>[0] = {},
  moreMeta: object = {},
) {
  const counter = { reads: 0 };
  const requests = serve({
    'GET /api/v1/contacts/fetch/request-account': () => request,
    'GET /api/v1/client/fetch-by-criteria': () => ({ content: [{ id: 4, name: 'Customs', fullName: null }] }),
    'GET /api/v1/service/fetch/all': () => [{ id: 8, name: 'Fix Ltd' }],
    'PUT /api/v1/contacts/request-account/decision': decide,
    ...more,
  });
  const getUrl = await renderAt(
    <>
      <AccountRequestDecisionPage decision={decision} />
      <Pending onRead={() => (counter.reads += 1)} />
      <Link to={`/en/request-account/${decision}/4`}>another request</Link>
    </>,
    {
      at: `/en/request-account/${decision}/3`,
      route: `/:lang/request-account/${decision}/:id`,
      meta: { ...(meta as object), ...moreMeta },
    },
  );
  const sent = () => requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  return { requests, sent, getUrl, counter };
}

const combobox = (label: RegExp) => screen.findByLabelText(label, { selector: '[role="combobox"]' });
async function choose(label: RegExp, option: string) {
  fireEvent.mouseDown(await combobox(label));
  fireEvent.click(await screen.findByText(option, { selector: '[role="option"], [role="option"] *' }));
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('shows the requester with the preferred username and all email addresses', async () => {
  const { requests } = await open('approve');
  expect(await screen.findByText('ana_gil')).toBeTruthy();
  expect(document.body.textContent).toContain('spare@b.org');
  expect(requests.find(({ path }) => path.endsWith('/request-account'))?.query.get('id')).toBe('3');
});

it.each([
  ['approve', 'Reject instead', '/en/request-account/reject/3'],
  ['reject', 'Approve instead', '/en/request-account/approve/3'],
] as const)('leads from the page to %s to the other decision', async (decision, name, href) => {
  await open(decision);
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(href);
});

it('offers only the roles that a requester may get, and requires one', { timeout: 60_000 }, async () => {
  const { sent } = await open('approve');
  const role = await combobox(/^Role/);
  press('Approve');
  await waitFor(() => expect(role.getAttribute('aria-invalid')).toBe('true'));
  expect(sent()).toEqual([]);
  fireEvent.mouseDown(role);
  const options = await screen.findAllByRole('option');
  const names = options.map(({ textContent }) => textContent?.trim()).filter(Boolean);
  expect(names).toEqual(['Role CLIENT', 'Role SUSTAINABILITY_MANAGER']);
});

it('sends another username and shows the home list after the approval', {
  timeout: 60_000,
}, async () => {
  const { sent, getUrl } = await open('approve');
  await choose(/^Role/, 'Role CLIENT');
  fireEvent.change(await screen.findByLabelText(/^Different username/), { target: { value: 'gil' } });
  press('Approve');
  await waitFor(() => expect(getUrl()).toBe('/en/active-repairs'));
  expect(sent()).toMatchObject([{ additionalInfoJson: { role: 'CLIENT', username: 'gil', clientName: 'Port' } }]);
});

it('sends no invalid username and no new client without a name', { timeout: 60_000 }, async () => {
  const { sent } = await open('approve');
  await choose(/^Role/, 'Role CLIENT');
  const username = await screen.findByLabelText(/^Different username/);
  fireEvent.change(username, { target: { value: 'a b' } });
  fireEvent.change(screen.getByLabelText(/^Name of the new client/), { target: { value: ' ' } });
  press('Approve');
  await waitFor(() => expect(username.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByLabelText(/^Name of the new client/).getAttribute('aria-invalid')).toBe('true');
  expect(sent()).toEqual([]);
});

it('warns of an existing client of this name only while no other client is selected', { timeout: 60_000 }, async () => {
  await open('approve');
  await combobox(/^Role/);
  expect(screen.queryByRole('alert')).toBeNull();
  await choose(/^Role/, 'Role CLIENT');
  expect(await screen.findByRole('alert')).toBeTruthy();
  await choose(/^Add to existing client/, 'Customs');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  await choose(/^Role/, 'Role SUSTAINABILITY_MANAGER');
  await waitFor(() => expect(screen.queryByLabelText(/^Add to existing client/)).toBeNull());
});

it('shows why an approval was rejected, keeps the choices and counts pending requests again', {
  timeout: 60_000,
}, async () => {
  let response: unknown = rejection('This username is taken.');
  const { sent, counter, getUrl } = await open('approve', () => response);
  await choose(/^Role/, 'Role SUSTAINABILITY_MANAGER');
  const before = counter.reads;
  press('Approve');
  expect(await screen.findByText('This username is taken.')).toBeTruthy();
  await waitFor(() => expect(counter.reads).toBe(before + 1));
  expect((await combobox(/^Role/)).textContent).toBe('Role SUSTAINABILITY_MANAGER');
  response = true;
  press('Approve');
  await waitFor(() => expect(getUrl()).toBe('/en/active-repairs'));
  expect(sent()).toHaveLength(2);
});

it('closes the confirmation of a rejection that failed, shows the reason and keeps the text', async () => {
  const { getUrl } = await open('reject', () => rejection('Not now'));
  const reason = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Reason/ });
  fireEvent.change(reason, { target: { value: 'Unknown company' } });
  press('Reject');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/emailed to a@b\.org/)).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Reject' }));
  expect(await screen.findByText('Not now')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(reason.value).toBe('Unknown company');
  expect(getUrl()).toBe('/en/request-account/reject/3');
});

it('sends a rejection only once while the server decides', async () => {
  const { sent } = await open('reject', () => new Promise(() => {}));
  await screen.findByRole('textbox', { name: /^Reason/ });
  press('Reject');
  const confirm = within(await screen.findByRole('dialog')).getByRole<HTMLButtonElement>('button', { name: 'Reject' });
  fireEvent.click(confirm);
  await waitFor(() => expect(confirm.disabled).toBe(true));
  expect(sent()).toHaveLength(1);
});

it('offers a retry if the request fails to load', async () => {
  let isDown = true;
  await open('approve', undefined, {
    'GET /api/v1/contacts/fetch/request-account': () => (isDown ? rejection('Not now', 403) : request),
  });
  expect(await screen.findByText('Not now')).toBeTruthy();
  isDown = false;
  press('Try again');
  expect(await screen.findByText('ana_gil')).toBeTruthy();
});

it.each([
  ['approve', 'Approve account request'],
  ['reject', 'Reject account request'],
] as const)('says which decision the page to %s is for, and leads back to the requests', async (decision, title) => {
  const resource = { name: accountRequestsKey, path: accountRequestsKey, title: 'Account requests', record: {} };
  await open(decision, undefined, {}, { resources: [resource] });
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(title);
  expect(screen.getByRole('link', { name: 'Back to list' }).getAttribute('href')).toBe('/en/account-requests');
});

it('reads the request of another address, and asks once for one that fails to load', async () => {
  const responses = {
    'GET /api/v1/contacts/fetch/request-account': ({ query }: { query: URLSearchParams }) =>
      query.get('id') === '3' ? request : rejection('Down', 500),
  };
  const { requests } = await open('approve', undefined, responses as never);
  await screen.findByText('ana_gil');
  fireEvent.click(screen.getByRole('link', { name: 'another request' }));
  expect(await screen.findByText('Down')).toBeTruthy();
  expect(screen.queryByText('ana_gil')).toBeNull();
  const ids = requests.filter(({ path }) => path.endsWith('/request-account')).map(({ query }) => query.get('id'));
  expect(ids).toEqual(['3', '4']);
});
