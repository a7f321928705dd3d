// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { CoreAdminContext, I18nContext, memoryStore } from 'ra-core';
import { Notification } from 'react-admin';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dataProvider } from '../../api/dataProvider';
import { usePendingExports } from '../../api/pendingExports';
import { createQueryClient } from '../../api/queryClient';
import { startSession } from '../../api/session';
import { theme } from '../../theme/theme';
import { getI18nProvider } from '../i18n/i18nProvider';
import { ExportButton } from '../ui/ExportButton';
import PendingExports from './PendingExports';

const list = '/api/v1/files/export/closed-repairs/xlsx';
const path = '/api/v1/files/export/jobs/j1';
const waitingJob = { state: 'WAITING', progress: null, done: 0, total: 0, url: null, message: null };
const running = { ...waitingJob, state: 'RUNNING', progress: 40, done: 40_000, total: 100_000 };
const done = { ...running, state: 'DONE', progress: 100, done: 100_000, url: `${path}/xlsx` };
const workbook = { 'Content-Disposition': 'attachment; filename="Closed repairs.xlsx"' };

let job: () => Response;
let calls: string[];
let saved: string[];

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const failConnection = (): Response => {
  throw new TypeError('Failed to fetch');
};

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  calls = [];
  saved = [];
  job = () => json(waitingJob);
  startSession({ identification: 'admin', token: 't', permissions: ['ADMIN'] });
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    calls.push(`${method} ${url}`);
    if (url === list) return json({ jobId: 'j1' }, 202);
    if (method === 'DELETE') return json({ ...waitingJob, state: 'CANCELLED' });
    return url === path ? job() : new Response('PK', { headers: workbook });
  });
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => {};
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Notices() {
  const exports = usePendingExports();
  return exports.length > 0 && <PendingExports exports={exports} />;
}

async function open(page = <ExportButton path={list} title="Closed repairs" />) {
  const i18nProvider = await getI18nProvider('en');
  return render(
    <ThemeProvider theme={theme}>
      <MemoryRouter initialEntries={['/en/x']}>
        <Routes>
          <Route
            path="/:lang/*"
            element={
              <CoreAdminContext queryClient={createQueryClient()} store={memoryStore()} dataProvider={dataProvider}>
                <I18nContext.Provider value={i18nProvider}>
                  <Notices />
                  {page}
                  <Notification />
                </I18nContext.Provider>
              </CoreAdminContext>
            }
          />
        </Routes>
      </MemoryRouter>
    </ThemeProvider>,
  );
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const advancePoll = () => vi.advanceTimersByTimeAsync(1_600);

it('shows the progress of a large export, and saves the file when it is ready', async () => {
  await open();
  await press('Export');
  expect(await screen.findByText(/Closed repairs: queued\./)).toBeTruthy();
  job = () => json(running);
  await advancePoll();
  expect(await screen.findByText(/preparing the file/)).toBeTruthy();
  expect(screen.getByText('40,000 of 100,000 rows')).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: 'Closed repairs' }).getAttribute('aria-valuenow')).toBe('40');
  expect(saved).toEqual([]);
  job = () => json(done);
  await advancePoll();
  await waitFor(() => expect(saved).toEqual(['Closed repairs.xlsx']));
  expect(await screen.findByText('Saved Closed repairs.xlsx')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  expect(screen.queryByText(/: ready\. You can download it/)).toBeNull();
});

it('continues on another page and after a reload, and saves the file once', async () => {
  const { unmount } = await open();
  await press('Export');
  await screen.findByText(/: queued\./);
  unmount();
  job = () => json(done);
  await open(<p>another page</p>);
  await waitFor(() => expect(saved).toEqual(['Closed repairs.xlsx']));
  await advancePoll();
  expect(calls.filter((each) => each.endsWith('/xlsx') && each.includes('jobs'))).toHaveLength(1);
});

it('shows a lost connection, and continues once it is back', async () => {
  await open();
  await press('Export');
  await screen.findByText(/: queued\./);
  job = failConnection;
  await advancePoll();
  expect(await screen.findByText(/: no connection\./)).toBeTruthy();
  job = () => json(done);
  await advancePoll();
  await waitFor(() => expect(saved).toEqual(['Closed repairs.xlsx']));
});

it('can be downloaded again if the connection fails during the download', async () => {
  await open();
  const good = globalThis.fetch;
  let broken = true;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) =>
    broken && url.endsWith('j1/xlsx') ? failConnection() : good(url, init),
  );
  job = () => json(done);
  await press('Export');
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Download file' }).hasAttribute('disabled')).toBe(false),
  );
  expect(saved).toEqual([]);
  broken = false;
  await press('Download file');
  await waitFor(() => expect(saved).toEqual(['Closed repairs.xlsx']));
});

it('can be canceled', async () => {
  await open();
  await press('Export');
  await press('Cancel export: Closed repairs');
  expect(await screen.findByText('Export canceled: Closed repairs')).toBeTruthy();
  expect(calls).toContain(`DELETE ${path}`);
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
});

it('shows why an export failed until the message is closed', async () => {
  await open();
  job = () => json({ ...running, state: 'FAILED', message: 'You have no authority for this service!' });
  await press('Export');
  expect((await screen.findByRole('alert')).textContent).toContain(
    "Closed repairs couldn't be exported. You have no authority for this service!",
  );
  await press('Close');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it('shows a message for an expired file, and stops polling', async () => {
  await open();
  job = () => json({ code: 'NOT_FOUND', message: 'The requested information was not found!', fields: {} }, 404);
  await press('Export');
  expect(await screen.findByText(/this file has expired/)).toBeTruthy();
  const callCount = calls.length;
  await advancePoll();
  expect(calls).toHaveLength(callCount);
});

it.each(['CLIENT', 'ADMIN'] as const)('does not show the exports of another user with the role %s', async (role) => {
  const { unmount } = await open();
  await press('Export');
  await screen.findByText(/: queued\./);
  unmount();
  startSession({ identification: 'ana', token: 't2', permissions: [role] });
  await open();
  await screen.findByRole('button', { name: 'Export' });
  expect(screen.queryByText(/: queued\./)).toBeNull();
});

it('goes on after an error of the server', async () => {
  await open();
  await press('Export');
  await screen.findByText(/: queued\./);
  job = () => json({ code: 'ERROR', message: 'Restarting', fields: {} }, 503);
  await advancePoll();
  expect(await screen.findByText(/: no connection\./)).toBeTruthy();
  job = () => json(running);
  await advancePoll();
  expect(await screen.findByText(/preparing the file/)).toBeTruthy();
});

it('is removed without a message once it was canceled elsewhere', async () => {
  await open();
  await press('Export');
  await screen.findByText(/: queued\./);
  job = () => json({ ...waitingJob, state: 'CANCELLED' });
  await advancePoll();
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
  expect(sessionStorage.length).toBe(0);
});

it('can be canceled again if canceling failed', async () => {
  await open();
  await press('Export');
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Cancel export: Closed repairs' });
  const good = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) =>
    init.method === 'DELETE' ? failConnection() : good(url, init),
  );
  fireEvent.click(button);
  expect(button.disabled).toBe(true);
  await waitFor(() => expect(button.disabled).toBe(false));
  expect(screen.getByRole('progressbar', { name: 'Closed repairs' })).toBeTruthy();
});

it('shows why the server rejected it, and stops polling', async () => {
  await open();
  job = () => json({ code: 'FORBIDDEN', message: 'Not allowed', fields: {} }, 403);
  await press('Export');
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Closed repairs couldn't be exported\. ./);
  const callCount = calls.length;
  await advancePoll();
  expect(calls).toHaveLength(callCount);
});
