// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useNotify } from 'ra-core';
import { afterEach, expect, it, vi } from 'vitest';
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
] as const)('announces a notification of type %s as %s, and can be closed before it disappears', (type, role) => {
  vi.useFakeTimers();
  const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  render(withRouter(<Page type={type} />));
  fireEvent.click(screen.getByText('Notify'));
  wait(500);
  expect(screen.getByRole(role).textContent).toBe('R-2026-000014 was created');
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  wait(2_000);
  expect(screen.queryByRole(role)).toBeNull();
  vi.useRealTimers();
});
