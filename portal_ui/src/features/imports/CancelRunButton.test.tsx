// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CancelRunButton } from './CancelRunButton';
import { buildRun, renderAt, serve } from './testing';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('discards an import by a second click, not by a double-click', async () => {
  const requests = serve({ 'POST /api/v1/imports/7/cancel': () => buildRun({ state: 'CANCELLED' }) });
  await renderAt(<CancelRunButton run={buildRun()} />);
  const button = () => screen.getByRole('button', { name: /^Discard/ });
  const advance = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));
  fireEvent.click(button());
  fireEvent.click(button());
  expect(requests).toEqual([]);
  await advance(1_000);
  fireEvent.click(button());
  await advance(100);
  expect(requests.map(({ method, path }) => [method, path])).toEqual([['POST', '/api/v1/imports/7/cancel']]);
  expect(screen.getByText('Import discarded')).toBeTruthy();
});

it('reports an import that could not be discarded, and no success', async () => {
  serve({
    'POST /api/v1/imports/7/cancel': () =>
      new Response('{"code":"WRONG_STATE","message":"The import was written already.","fields":{}}', { status: 409 }),
  });
  await renderAt(<CancelRunButton run={buildRun()} />);
  const button = () => screen.getByRole('button', { name: /^Discard/ });
  fireEvent.click(button());
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  fireEvent.click(button());
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(screen.getByText(/The import was written already/)).toBeTruthy();
  expect(screen.queryByText('Import discarded')).toBeNull();
});
