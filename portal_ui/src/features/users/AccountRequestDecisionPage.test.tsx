// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { CoreAdminContext, I18nContext, memoryStore } from 'ra-core';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, call } from '../../api/http';
import { MetaProvider } from '../../api/meta';
import { createQueryClient, metaKey } from '../../api/queryClient';
import type { Meta } from '../../api/types';
import { getI18nProvider } from '../../core/i18n/i18nProvider';
import { theme } from '../../theme/theme';
import AccountRequestDecisionPage from './AccountRequestDecisionPage';

vi.mock('../../api/http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));

const i18nProvider = await getI18nProvider('en');
const meta = {
  choices: {
    roles: [
      { key: 'CLIENT', name: 'Client' },
      { key: 'SUSTAINABILITY_MANAGER', name: 'Sustainability manager' },
    ],
  },
  resources: [],
  pages: [],
} as unknown as Meta;
const contact = {
  firstName: 'Ana',
  lastName: 'Gil',
  fullName: 'Ana Gil',
  username: 'ana',
  email: 'a@b.org',
  phone: '+34 6',
  backupEmails: [],
};
const address = {
  companyName: 'Port',
  country: 'ES',
  province: '',
  city: '',
  postalCode: '',
  street: '',
  building: '',
};
const request = {
  id: 3,
  status: 'WAITING_APPROVAL',
  reason: '',
  clientName: 'Port',
  existingClient: null,
  contact,
  address,
};
const clients = [
  { id: 4, name: 'BH Posta', fullName: 'Amra Kos' },
  { id: 5, name: 'Correo Nacional', fullName: null },
  { id: 1001, name: 'Zagreb Customs', fullName: null },
];
const decision = 'PUT /api/v1/contacts/request-account/decision';
const client = createQueryClient();

beforeEach(() => {
  client.clear();
  client.setQueryData([metaKey, 'en'], meta);
});
afterEach(() => {
  cleanup();
  window.location.hash = '';
  vi.useRealTimers();
  vi.mocked(call).mockReset();
});

it.each([
  ['APPROVAL', 'Approved account request'],
  ['REJECTED', 'Rejected account request'],
])('is titled by the state of a decided request: %s', async (status, title) => {
  await open('approve', { ...request, status, decidedBy: 'eva', decidedAt: '2026-11-03T15:00:00Z' });
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
  expect(screen.getByText('Decided by eva on 11/03/2026.')).toBeTruthy();
});

/** Open the page with a mocked server. It returns two clients without a search word, else those that match. */
async function open(kind: 'approve' | 'reject', accountRequest: object = request) {
  vi.mocked(call).mockImplementation(async (_method, path, options) => {
    const word = String((options as { query?: { word?: string } })?.query?.word ?? '').toLowerCase();
    const content = word ? clients.filter(({ name }) => name.toLowerCase().includes(word)) : clients.slice(0, 2);
    const responses: Record<string, unknown> = {
      '/api/v1/contacts/fetch/request-account': accountRequest,
      '/api/v1/client/fetch-by-criteria': { content },
      '/api/v1/service/fetch/all': [{ id: 8, name: 'Fix Ltd' }],
    };
    return (responses[path] ?? true) as never;
  });
  await act(async () => renderPage(kind, '3'));
  await screen.findByText('+34 6');
}

function renderPage(kind: 'approve' | 'reject', id: string) {
  const page = (
    <CoreAdminContext queryClient={client} store={memoryStore()}>
      <I18nContext.Provider value={i18nProvider}>
        <MetaProvider value={meta}>
          <ThemeProvider theme={theme}>
            <AccountRequestDecisionPage decision={kind} />
          </ThemeProvider>
        </MetaProvider>
      </I18nContext.Provider>
    </CoreAdminContext>
  );
  const routes = [
    { path: '/:lang/decide/:id', element: page },
    { path: '*', element: <p>elsewhere</p> },
  ];
  render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: [`/en/decide/${id}`] })} />);
}

/** Return the decisions sent. */
const sent = () =>
  vi
    .mocked(call)
    .mock.calls.filter(([method, path]) => `${method} ${path}` === decision)
    .map(([, , options]) => (options as { body: unknown }).body);

/** Return a combobox by its label; queries by role are slow on a page this long. */
const combobox = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label, { selector: '[role="combobox"]' });

async function choose(label: RegExp, option: string, typed = '') {
  const field = combobox(label);
  // An autocomplete without focus drops typed text.
  act(() => field.focus());
  // The list stays open for multiple choices.
  if (field.getAttribute('aria-expanded') !== 'true') fireEvent.mouseDown(field);
  if (typed) fireEvent.change(field, { target: { value: typed } });
  fireEvent.click(
    await screen.findByText(option, { selector: '[role="option"], [role="option"] *' }, { timeout: 20_000 }),
  );
}

it('prefills the name of the new client with the company', { timeout: 180_000 }, async () => {
  await open('approve');
  await choose(/^Role/, 'Client');
  const name = screen.getByLabelText<HTMLInputElement>(/^Name of the new client/);
  expect(name.value).toBe('Port');
  fireEvent.change(name, { target: { value: 'Port of Vigo' } });
  await choose(/^Repair service for the new client/, 'Fix Ltd');
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }));
  await screen.findByText('elsewhere');
  await waitFor(() => expect(client.getQueryState([metaKey, 'en'])?.isInvalidated).toBe(true));
  expect(sent()).toEqual([
    {
      id: 3,
      status: 'APPROVAL',
      additionalInfoJson: { role: 'CLIENT', username: '', clientName: 'Port of Vigo', serviceId: 8 },
    },
  ]);
});

it('shows the selected existing client', { timeout: 180_000 }, async () => {
  await open('approve');
  await choose(/^Role/, 'Client');
  await choose(/^Add to existing client/, 'BH Posta (Amra Kos)');
  const field = combobox(/^Add to existing client/);
  fireEvent.blur(field);
  expect(field.value).toBe('BH Posta (Amra Kos)');
  expect(screen.queryByLabelText(/^Name of the new client/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }));
  await screen.findByText('elsewhere');
  expect(sent()).toEqual([
    { id: 3, status: 'APPROVAL', additionalInfoJson: { role: 'CLIENT', username: '', clientId: 4 } },
  ]);
});

it('creates a new client unless the existing one of the company is selected', { timeout: 180_000 }, async () => {
  const known = { ...request, clientName: 'Port 2', existingClient: { id: 1001, name: 'Port' } };
  await open('approve', known);
  await choose(/^Role/, 'Client');
  expect(combobox(/^Add to existing client/).value).toBe('');
  expect(screen.getByRole('alert').textContent).toContain('“Port” already exists in this country');
  expect(screen.getByLabelText<HTMLInputElement>(/^Name of the new client/).value).toBe('Port 2');
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }));
  await screen.findByText('elsewhere');
  cleanup();
  await open('approve', known);
  await choose(/^Role/, 'Client');
  fireEvent.click(screen.getByRole('button', { name: 'Select client' }));
  await waitFor(() => expect(combobox(/^Add to existing client/).value).toBe('Port'));
  expect(document.activeElement).toBe(combobox(/^Add to existing client/));
  expect(screen.getByRole('alert').textContent).toContain('verified');
  expect(screen.queryByLabelText(/^Name of the new client/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }));
  await screen.findByText('elsewhere');
  expect(sent().map((body) => (body as { additionalInfoJson: object }).additionalInfoJson)).toEqual([
    { role: 'CLIENT', username: '', clientName: 'Port 2', serviceId: null },
    { role: 'CLIENT', username: '', clientId: 1001 },
  ]);
});

it('shows the selected client again after the role was switched back and forth', { timeout: 180_000 }, async () => {
  await open('approve');
  await choose(/^Role/, 'Client');
  // Not among the first thousand, so only the server's search finds it.
  await choose(/^Add to existing client/, 'Zagreb Customs', 'zagreb');
  await choose(/^Role/, 'Sustainability manager');
  await choose(/^Clients/, 'Zagreb Customs', 'zagreb');
  await choose(/^Role/, 'Client');
  await waitFor(() => expect(combobox(/^Add to existing client/).value).toBe('Zagreb Customs'));
  await choose(/^Role/, 'Sustainability manager');
  expect(screen.getByText('Zagreb Customs', { selector: '.MuiChip-label' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }));
  await screen.findByText('elsewhere');
  // The client chosen for the other role is not sent.
  const additionalInfoJson = { role: 'SUSTAINABILITY_MANAGER', username: '', clients: [{ id: 1001 }] };
  expect(sent()).toEqual([{ id: 3, status: 'APPROVAL', additionalInfoJson }]);
});

it('keeps all clients of a manager, each removable', { timeout: 180_000 }, async () => {
  await open('approve');
  await choose(/^Role/, 'Sustainability manager');
  await choose(/^Clients/, 'BH Posta (Amra Kos)');
  await choose(/^Clients/, 'Correo Nacional');
  // Not among the first thousand, so only the server's search finds it.
  await choose(/^Clients/, 'Zagreb Customs', 'zagreb');
  const chips = () => [...document.querySelectorAll('.MuiChip-label')].map(({ textContent }) => textContent);
  expect(chips()).toEqual(['BH Posta (Amra Kos)', 'Correo Nacional', 'Zagreb Customs']);
  const chip = screen.getByText('Correo Nacional', { selector: '.MuiChip-label' }).parentElement as HTMLElement;
  fireEvent.click(within(chip).getByTestId('CloseIcon'));
  expect(chips()).toEqual(['BH Posta (Amra Kos)', 'Zagreb Customs']);
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }));
  await screen.findByText('elsewhere');
  expect(sent()).toEqual([
    {
      id: 3,
      status: 'APPROVAL',
      additionalInfoJson: { role: 'SUSTAINABILITY_MANAGER', username: '', clients: [{ id: 4 }, { id: 1001 }] },
    },
  ]);
});

it('debounces the client search by half a second', { timeout: 180_000 }, async () => {
  await open('approve');
  await choose(/^Role/, 'Client');
  // StrictMode's simulated unmount aborts the first request.
  const searched = () =>
    vi
      .mocked(call)
      .mock.calls.filter(([, path]) => path === '/api/v1/client/fetch-by-criteria')
      .map(([, , options]) => options as { query: object; signal: AbortSignal })
      .filter(({ signal }) => !signal.aborted)
      .map(({ query }) => query);
  const field = combobox(/^Add to existing client/);
  await waitFor(() => expect(searched()).toHaveLength(1));
  vi.useFakeTimers();
  fireEvent.change(field, { target: { value: 'za' } });
  await act(() => vi.advanceTimersByTimeAsync(400));
  fireEvent.change(field, { target: { value: 'zag' } });
  await act(() => vi.advanceTimersByTimeAsync(499));
  expect(searched()).toEqual([{ word: '', size: 1000, page: 0 }]);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(searched().at(-1)).toEqual({ word: 'zag', size: 1000, page: 0 });
  expect(searched()).toHaveLength(2);
});

it('asks for a confirmation before a rejection and sends the reason', { timeout: 180_000 }, async () => {
  await open('reject');
  fireEvent.change(screen.getByRole('textbox', { name: /^Reason/ }), { target: { value: 'Unknown company' } });
  fireEvent.click(screen.getByRole('button', { name: 'Reject' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject the account request from Ana Gil?' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent()).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Reject' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reject' }));
  await screen.findByText('elsewhere');
  expect(sent()).toEqual([{ id: 3, status: 'REJECTED', reason: 'Unknown company' }]);
});

it('does not navigate if another page was opened before the response', { timeout: 180_000 }, async () => {
  await open('reject');
  fireEvent.click(screen.getByRole('button', { name: 'Reject' }));
  const dialog = within(await screen.findByRole('dialog'));
  window.location.hash = '#/en/contacts';
  fireEvent.click(dialog.getByRole('button', { name: 'Reject' }));
  await waitFor(() => expect(client.getQueryState([metaKey, 'en'])?.isInvalidated).toBe(true));
  expect(sent()).toHaveLength(1);
  expect(screen.queryByText('elsewhere')).toBeNull();
});

it.each(['99999999999999999999', '3'])('shows that a request does not exist at the address of %s', async (id) => {
  vi.mocked(call).mockRejectedValue(new ApiError(404));
  renderPage('approve', id);
  await screen.findByRole('heading', { level: 1, name: /Request not found/ });
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(vi.mocked(call).mock.calls).toHaveLength(id === '3' ? 1 : 0);
});

it('shows the reason of a rejection', async () => {
  await open('reject', { ...request, status: 'REJECTED', reason: 'Unknown company' });
  expect(screen.getByRole('alert').textContent).toContain('Reason: Unknown company');
  expect(screen.queryByRole('button', { name: 'Reject' })).toBeNull();
});

it('shows the decision that another user made meanwhile', { timeout: 180_000 }, async () => {
  await open('reject');
  fireEvent.click(screen.getByRole('button', { name: 'Reject' }));
  vi.mocked(call).mockImplementation(async (method) => {
    if (method === 'PUT') throw new ApiError(409);
    return { ...request, status: 'REJECTED', reason: 'Unknown company' } as never;
  });
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reject' }));
  expect(await screen.findByText(/Reason: Unknown company/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Reject' })).toBeNull();
});
