// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { CoreAdminContext, I18nContext } from 'ra-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/queryClient';
import { startSession } from '../../api/session';
import type { OwnSession } from '../../api/types';
import { getI18nProvider } from '../../core/i18n/i18nProvider';
import Snackbar from '../../core/layout/Snackbar';
import { theme } from '../../theme/theme';
import { OwnSessions } from './OwnSessions';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T00:30:00Z') });
  startSession({ identification: 'ana', token: 't', permissions: ['CLIENT'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const lastUse = '2026-11-20T21:12:00Z';
const currentSession: OwnSession = { id: 1, device: 'Firefox, Windows', address: '192.0.2.1', lastUse, current: true };
const phone: OwnSession = { id: 2, device: 'Safari, iPhone', address: '2001:db8::7', lastUse, current: false };
const endedSession: OwnSession = { ...phone, id: 9 };
const unknown: OwnSession = { id: 3, device: '', address: '', lastUse, current: false };

/** Render the section with a mocked server; return the recorded end requests. */
async function open(sessions: OwnSession[]): Promise<unknown[]> {
  let stored = sessions;
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    if (method === 'GET') return new Response(JSON.stringify(stored));
    const { id, currentPassword } = JSON.parse(String(body));
    sent.push([method, url, id]);
    if (currentPassword !== 'right') {
      const fields = { currentPassword: ['That is not your password'] };
      return new Response(JSON.stringify({ code: 'VALIDATION', message: 'Please check', fields }), { status: 400 });
    }
    if (id === endedSession.id) {
      stored = stored.filter((each) => each.id !== id);
      return new Response('{"code":"NOT_FOUND","message":"It is gone","fields":{}}', { status: 404 });
    }
    stored = stored.filter((each) => (id === undefined ? each.current : each.id !== id));
    return new Response('true');
  });
  const i18nProvider = await getI18nProvider('en');
  render(
    <ThemeProvider theme={theme}>
      <CoreAdminContext queryClient={createQueryClient()}>
        <I18nContext.Provider value={i18nProvider}>
          <OwnSessions />
          <Snackbar />
        </I18nContext.Provider>
      </CoreAdminContext>
    </ThemeProvider>,
  );
  await screen.findAllByRole('listitem');
  return sent;
}

const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent);

it('shows device, address and last use, but no logout for the current session', async () => {
  await open([currentSession, phone, unknown]);
  expect(rows()).toEqual([
    'Firefox, Windows192.0.2.1 · Last used 3h agoThis session',
    'Safari, iPhone2001:db8::7 · Last used 3h agoLog out',
    'Unknown deviceLast used 3h agoLog out',
  ]);
  const [currentItem] = screen.getAllByRole('listitem');
  expect(within(currentItem as HTMLElement).queryByRole('button')).toBeNull();
});

/** Click a button, with the focus that a click sets in a browser. */
function press(name: string) {
  const button = screen.getByRole('button', { name });
  button.focus();
  fireEvent.click(button);
}

/** Submit a password in the open dialog. */
async function confirmWith(password: string) {
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText('Current password'), { target: { value: password } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Log out' }));
}

it('ends a session with the password, notifies, and moves the focus to the heading', async () => {
  const sent = await open([currentSession, phone, unknown]);
  press('Log out of Safari, iPhone');
  expect((await screen.findByRole('dialog')).textContent).toContain('Log out of Safari, iPhone');
  expect(sent).toEqual([]);
  await confirmWith('right');
  expect((await screen.findByRole('status')).textContent).toContain('Safari, iPhone logged out');
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(sent).toEqual([['PUT', '/api/v1/sessions/end', 2]]);
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Where you're logged in"));
});

it('ends all other sessions with the password', async () => {
  const sent = await open([currentSession, phone, unknown]);
  press('Log out of all other sessions');
  await confirmWith('right');
  expect(await screen.findByText("You've been logged out of all other sessions.")).toBeTruthy();
  expect(await screen.findByText('No other active sessions')).toBeTruthy();
  expect(sent).toEqual([['PUT', '/api/v1/sessions/end', undefined]]);
});

it('shows an incorrect password at its field and ends nothing', async () => {
  await open([currentSession, phone]);
  press('Log out of Safari, iPhone');
  await confirmWith('wrong');
  expect(await screen.findByText('That is not your password')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(rows()).toHaveLength(2);
});

it('refetches the sessions after a change of the own password, which ends the others', async () => {
  await open([currentSession, phone]);
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify([currentSession])));
  act(() => startSession({ identification: 'ana', token: 'of the new password', permissions: ['CLIENT'] }));
  expect(await screen.findByText('No other active sessions')).toBeTruthy();
});

it('shows a message without other sessions, and no logout', async () => {
  await open([currentSession]);
  expect(screen.getByText('No other active sessions')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('reports a session that already ended and refetches the list', async () => {
  await open([currentSession, endedSession]);
  press('Log out of Safari, iPhone');
  await confirmWith('right');
  expect(await screen.findByText('It is gone')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(rows()).toHaveLength(1));
});

it('shows the sessions again after a retry, and after a login with a new password', async () => {
  let status = 403;
  let sessions = [currentSession, phone];
  vi.stubGlobal('fetch', async () => {
    const body = status === 200 ? sessions : { code: 'X', message: 'Not now', fields: {} };
    return new Response(JSON.stringify(body), { status });
  });
  const i18nProvider = await getI18nProvider('en');
  render(
    <ThemeProvider theme={theme}>
      <CoreAdminContext queryClient={createQueryClient()}>
        <I18nContext.Provider value={i18nProvider}>
          <OwnSessions />
        </I18nContext.Provider>
      </CoreAdminContext>
    </ThemeProvider>,
  );
  expect(await screen.findByText('Not now')).toBeTruthy();
  status = 200;
  press('Try again');
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
  sessions = [currentSession];
  act(() => startSession({ identification: 'ana', token: 'new', permissions: ['CLIENT'] }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
});
