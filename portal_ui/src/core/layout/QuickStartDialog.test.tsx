// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { withRouter } from '../process/testing';
import QuickStartDialog from './QuickStartDialog';

vi.mock('../../api/counters', async (original) => ({ ...(await original<object>()), useCounters: () => [] }));
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
