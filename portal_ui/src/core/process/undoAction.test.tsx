// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useNotify } from 'ra-core';
import { RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { theme } from '../../theme/theme';
import Snackbar from '../layout/Snackbar';
import { UndoAction } from '../ui/UndoAction';
import { createTestRouter } from './testing';

const onUndo = vi.fn();

function Paste() {
  const notify = useNotify();
  const handleClick = () =>
    notify('newRepair.paste.filled', {
      type: 'success',
      messageArgs: { smart_count: 3 },
      action: <UndoAction onUndo={onUndo} />,
    });
  return (
    <button type="button" onClick={handleClick}>
      Paste
    </button>
  );
}

afterEach(cleanup);

it('shows a notification with an Undo button that works once', { timeout: 30_000 }, async () => {
  const page = (
    <ThemeProvider theme={theme}>
      <Paste />
      <Snackbar />
    </ThemeProvider>
  );
  render(<RouterProvider router={createTestRouter(page)} />);
  fireEvent.click(screen.getByText('Paste'));
  expect((await screen.findByRole('status')).textContent).toContain('3 cells filled');
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(onUndo).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(screen.queryByText(/3 cells filled/)).toBeNull());
});
