// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, call, NetworkError } from '../../api/http';
import type { ProcessAction } from '../../api/requests';
import Snackbar from '../layout/Snackbar';
import { ManageMenu } from './ManageMenu';
import { buildAction, buildRecord, createTestRouter, TestPage } from './testing';

vi.mock('../../api/http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
const sent = vi.mocked(call);
const openWorkingTab = vi.fn();
let services: () => Promise<unknown>;

beforeEach(() => {
  openWorkingTab.mockReset();
  services = async () => [
    { id: 3, name: 'Workshop' },
    { id: 4, name: 'Laboratory' },
  ];
  sent.mockReset();
  sent.mockImplementation(async (method, path) => {
    if (path === '/api/v1/service/fetch/all') return services();
    return method === 'GET' ? buildRecord({}) : { version: 2, status: { key: 'DONE', value: 'Done' } };
  });
});
afterEach(cleanup);

const manage = (key: string, more: Partial<ProcessAction> = {}) =>
  buildAction(key, `Action ${key}`, { tab: null, ...more });
const all = ['delete', 'change_service', 'set_status'].map((key) => manage(key));

function show(actions: ProcessAction[]) {
  const record = buildRecord({});
  const statuses = [
    { key: 'WORK', value: 'At work' },
    { key: 'DONE', value: 'Done' },
  ];
  const page = (
    <>
      <TestPage record={{ ...record, process: { ...record.process, actions, statuses } }} state={{ openWorkingTab }}>
        <ManageMenu />
      </TestPage>
      <Snackbar />
    </>
  );
  const router = createTestRouter(page);
  render(<RouterProvider router={router} />);
  return router;
}

/** Open the dialog of an action. */
async function choose(key: string) {
  fireEvent.click(screen.getByRole('button', { name: 'Manage', expanded: false }));
  fireEvent.click(await screen.findByRole('menuitem', { name: `Action ${key}` }));
  return within(await screen.findByRole('dialog'));
}

const getWrites = () => sent.mock.calls.filter(([method]) => method !== 'GET');

it('is absent if the server offers no action on the whole request', () => {
  show([buildAction('continue'), buildAction('save')]);
  expect(screen.queryByRole('button')).toBeNull();
});

it('offers the actions of the server in one order, the disabled ones locked', async () => {
  show([manage('delete'), manage('set_status', { enabled: false })]);
  fireEvent.click(screen.getByRole('button', { name: 'Manage', expanded: false }));
  const entries = await screen.findAllByRole('menuitem');
  expect(entries.map((entry) => [entry.textContent, entry.getAttribute('aria-disabled')])).toEqual([
    ['Action set_status', 'true'],
    ['Action delete', null],
  ]);
});

it('sets a status of the server directly, and then opens the working tab', async () => {
  show(all);
  const dialog = await choose('set_status');
  dialog.getByText('Current status: “At work”. This skips all checks and is recorded in the history.');
  const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Set status' });
  expect(confirm.disabled).toBe(true);
  fireEvent.mouseDown(dialog.getByRole('combobox'));
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['At work', 'Done']);
  fireEvent.click(screen.getByRole('option', { name: 'Done' }));
  await waitFor(() => expect(confirm.disabled).toBe(false));
  fireEvent.click(confirm);
  await waitFor(() => expect(openWorkingTab).toHaveBeenCalledTimes(1));
  const query = { repairId: 7, status: 'DONE', expectedStatus: 'WORK', version: 1 };
  expect(getWrites()).toEqual([['POST', '/api/v1/repairing/change/repair/status', { query }]]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('gives the request to another service than its own', async () => {
  show(all);
  const dialog = await choose('change_service');
  dialog.getByText('“Workshop” will lose access to this request as soon as you assign another service.');
  fireEvent.mouseDown(dialog.getByRole('combobox'));
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['Laboratory']);
  fireEvent.click(options[0] as HTMLElement);
  const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Change service' });
  await waitFor(() => expect(confirm.disabled).toBe(false));
  fireEvent.click(confirm);
  await screen.findByText('Service changed');
  const query = { requestId: 7, serviceId: 4, version: 1 };
  expect(getWrites()).toEqual([['PUT', '/api/v1/requests/change/service', { query }]]);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(openWorkingTab).not.toHaveBeenCalled();
});

it('shows why the services could not be loaded, and loads them again', async () => {
  services = () => Promise.reject(new ApiError(403, { message: 'Not yours' }));
  show(all);
  const dialog = await choose('change_service');
  await dialog.findByText('Not yours');
  expect(dialog.queryByRole('combobox')).toBeNull();
  services = async () => [{ id: 4, name: 'Laboratory' }];
  fireEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  await dialog.findByRole('combobox');
});

it('deletes the request once confirmed, and opens its list', async () => {
  const router = show(all);
  const dialog = await choose('delete');
  screen.getByRole('dialog', { name: 'Delete R-7?' });
  expect(getWrites()).toEqual([]);
  fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  await screen.findByText('elsewhere');
  expect(getWrites()).toEqual([['DELETE', '/api/v1/repairing/delete', { query: { repairId: 7, version: 1 } }]]);
  expect(router.state.location.pathname).toBe('/en/list');
});

it('keeps the question and the page if the deletion fails', async () => {
  const router = show(all);
  const dialog = await choose('delete');
  sent.mockRejectedValueOnce(new NetworkError());
  fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  await dialog.findByRole('alert');
  expect(router.state.location.pathname).toBe('/en/page');
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
