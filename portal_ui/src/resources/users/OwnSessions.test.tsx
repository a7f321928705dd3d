// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { CoreAdminContext, I18nContext } from 'ra-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { i18nProviderOf } from '../../i18n/i18nProvider';
import { newQueryClient } from '../../server/queryClient';
import { startSession } from '../../server/session';
import type { OwnSession } from '../../server/types';
import Notices from '../../shared/Notices';
import { theme } from '../../theme';
import { OwnSessions } from './OwnSessions';

beforeEach(() => startSession({ identification: 'ana', token: 't', permissions: ['CLIENT'] }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const lastUse = '2026-11-20T21:12:00Z';
const here: OwnSession = { id: 1, device: 'Firefox, Windows', address: '192.0.2.1', lastUse, current: true };
const phone: OwnSession = { id: 2, device: 'Safari, iPhone', address: '2001:db8::7', lastUse, current: false };
const unknown: OwnSession = { id: 3, device: '', address: '', lastUse, current: false };

/** The section over a server that holds these sessions and ends them; answers the calls that change something. */
async function open(sessions: OwnSession[], refusal?: number): Promise<string[]> {
  let kept = sessions;
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    if (method === 'GET') return new Response(JSON.stringify(kept));
    calls.push(`${method} ${url}`);
    if (refusal) {
      kept = [here];
      return new Response('{"code":"NOT_FOUND","message":"It is gone","fields":{}}', { status: refusal });
    }
    kept = kept.filter(({ id, current }) => (url.includes('?id=') ? !url.endsWith(`?id=${id}`) : current));
    return new Response('true');
  });
  const words = await i18nProviderOf('en');
  render(
    <ThemeProvider theme={theme}>
      <CoreAdminContext queryClient={newQueryClient()}>
        <I18nContext.Provider value={words}>
          <OwnSessions />
          <Notices />
        </I18nContext.Provider>
      </CoreAdminContext>
    </ThemeProvider>,
  );
  await screen.findAllByRole('listitem');
  return calls;
}

const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent);

it('tells device, address and last use, and offers no way to end this session', async () => {
  await open([here, phone, unknown]);
  expect(rows()).toEqual([
    'Firefox, Windows192.0.2.1 · last used 11/20/2026 04:12 PMThis session',
    'Safari, iPhone2001:db8::7 · last used 11/20/2026 04:12 PMLog out',
    'Unknown devicelast used 11/20/2026 04:12 PMLog out',
  ]);
  const [own] = screen.getAllByRole('listitem');
  expect(within(own as HTMLElement).queryByRole('button')).toBeNull();
});

it('ends one, says so, and leaves the focus where one can go on', async () => {
  const calls = await open([here, phone, unknown]);
  fireEvent.click(screen.getByRole('button', { name: 'Log out Safari, iPhone' }));
  expect((await screen.findByRole('status')).textContent).toContain('Safari, iPhone was logged out');
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(calls).toEqual(['DELETE /api/v1/sessions?id=2']);
  expect(document.activeElement?.textContent).toBe('Where you are logged in');
});

it('ends all others at a second click', async () => {
  const calls = await open([here, phone, unknown]);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  fireEvent.click(screen.getByRole('button', { name: 'Log out everywhere else' }));
  expect(calls).toEqual([]);
  act(() => vi.advanceTimersByTime(700));
  fireEvent.click(screen.getByRole('button', { name: /^Sure\?/ }));
  vi.useRealTimers();
  expect(await screen.findByText('You were logged out everywhere else')).toBeTruthy();
  expect(await screen.findByText('You are logged in nowhere else.')).toBeTruthy();
  expect(calls).toEqual(['DELETE /api/v1/sessions/others']);
});

it('says where nothing else is open, and offers nothing to end', async () => {
  await open([here]);
  expect(screen.getByText('You are logged in nowhere else.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('reads the list again where a session had ended by itself', async () => {
  await open([here, phone], 404);
  fireEvent.click(screen.getByRole('button', { name: 'Log out Safari, iPhone' }));
  expect((await screen.findByRole('alert')).textContent).toContain('It is gone');
  await waitFor(() => expect(rows()).toHaveLength(1));
});
