// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { CoreAdminContext } from 'ra-core';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { theme } from '../../theme/theme';
import { LazyDialog } from './LazyDialog';
import { reloadPage } from './reloadPage';

vi.mock('./reloadPage');

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const TextDialog = ({ text, onClose }: { text: string; onClose: () => void }) => (
  <button type="button" onClick={onClose}>
    {text}
  </button>
);

function Form({ load }: { load: () => Promise<{ default: typeof TextDialog }> }) {
  const [open, setOpen] = useState(false);
  return (
    <ThemeProvider theme={theme}>
      <CoreAdminContext>
        <input aria-label="Model" />
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {open && <LazyDialog load={load} text="Here it is" onClose={() => setOpen(false)} />}
      </CoreAdminContext>
    </ThemeProvider>
  );
}

it('keeps the page and its typed text if the chunk fails to load, and opens on retry', async () => {
  const load = vi.fn().mockRejectedValueOnce(new TypeError('lost')).mockResolvedValue({ default: TextDialog });
  render(<Form load={load} />);
  fireEvent.change(screen.getByLabelText('Model'), { target: { value: 'Half typed' } });
  fireEvent.click(screen.getByRole('button', { name: 'Open' }));
  fireEvent.click(await screen.findByRole('button', { name: 'shared.tryAgain' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Here it is' }));
  expect(screen.queryByRole('button', { name: 'Here it is' })).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Model').value).toBe('Half typed');
});

it('offers to reload the page after a failed retry', async () => {
  render(<Form load={vi.fn().mockRejectedValue(new TypeError('lost'))} />);
  fireEvent.click(screen.getByRole('button', { name: 'Open' }));
  const retry = await screen.findByRole('button', { name: 'shared.tryAgain' });
  expect(screen.queryByRole('button', { name: 'shared.reloadPage' })).toBeNull();
  fireEvent.click(retry);
  fireEvent.click(await screen.findByRole('button', { name: 'shared.reloadPage' }));
  expect(reloadPage).toHaveBeenCalledOnce();
});
