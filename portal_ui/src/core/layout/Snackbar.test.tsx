// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useNotify } from 'ra-core';
import { afterEach, expect, it } from 'vitest';
import { withRouter } from '../process/testing';
import { nowrapNumbers } from '../ui/nowrapNumbers';
import Snackbar from './Snackbar';

afterEach(cleanup);

it('keeps the number of a request on one line', () => {
  render(<p>{nowrapNumbers('R-2026-000014 was created')}</p>);
  const number = screen.getByText('R-2026-000014');
  expect(getComputedStyle(number).whiteSpace).toBe('nowrap');
  expect(number.parentElement?.textContent).toBe('R-2026-000014 was created');
});

function Page({ type }: { type: 'error' | 'success' }) {
  const notify = useNotify();
  return (
    <>
      <button type="button" onClick={() => notify('R-2026-000014 was created', { type })}>
        Notify
      </button>
      <Snackbar />
    </>
  );
}

it.each([
  ['error', 'alert'],
  ['success', 'status'],
] as const)('announces a notification of type %s as %s, and can be closed', async (type, role) => {
  render(withRouter(<Page type={type} />));
  fireEvent.click(screen.getByText('Notify'));
  const message = await screen.findByRole(role);
  expect(message.textContent).toBe('R-2026-000014 was created');
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole(role)).toBeNull());
});
