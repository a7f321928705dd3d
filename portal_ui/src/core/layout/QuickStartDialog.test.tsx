// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { withRouter } from '../process/testing';
import QuickStartDialog from './QuickStartDialog';

let counters: { requestType: string; total: number }[] = [];
vi.mock('../../api/counters', async (original) => ({ ...(await original<object>()), useCounters: () => counters }));
vi.mock('../creation/SetupHints', () => ({ SetupHints: () => null }));
afterEach(cleanup);

function Page() {
  const [open, setOpen] = useState(true);
  return (
    <main>
      <div id="main-content">the list</div>
      {open && <QuickStartDialog onClose={() => setOpen(false)} />}
    </main>
  );
}

it('moves the focus to the main content when closed by Escape', async () => {
  render(withRouter(<Page />));
  fireEvent.keyDown(await screen.findByRole('dialog'), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement?.id).toBe('main-content');
});

it('links to the list and to each kind of new request', async () => {
  render(withRouter(<Page />));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/en/active-repairs',
    '/en/new-repair',
    '/en/part-request/new',
    '/en/remote-support/new',
  ]);
  fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it.each([
  ['1 request needs your action', [{ requestType: 'REPAIR', total: 1 }]],
  [
    '3 requests need your action',
    [
      { requestType: 'REPAIR', total: 2 },
      { requestType: 'PARTS', total: 1 },
    ],
  ],
])('links to the requests that need action: %s', async (name, totals) => {
  counters = totals;
  render(withRouter(<Page />));
  const link = within(await screen.findByRole('dialog')).getByRole('link', { name });
  expect(link.getAttribute('href')).toBe('/en/action-required');
  counters = [];
});
