// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startSession } from '../../api/session';
import { createTestRouter } from '../../core/process/testing';
import FeedbackDialog from './FeedbackDialog';

const onClose = vi.fn();
const open = () => render(<RouterProvider router={createTestRouter(<FeedbackDialog onClose={onClose} />)} />);
const subject = () => screen.getByLabelText<HTMLInputElement>(/^Title/);

beforeEach(() => startSession({ identification: 'ana', token: 't', permissions: ['CLIENT'] }));
afterEach(() => {
  cleanup();
  localStorage.clear();
});

it('sends nothing while untouched, and restores the draft after the session expired, until the user discards it', {
  timeout: 30_000,
}, async () => {
  open();
  const isSendDisabled = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send feedback' }).disabled;
  expect(isSendDisabled()).toBe(true);
  fireEvent.change(subject(), { target: { value: 'Half a thought' } });
  await waitFor(() => expect(isSendDisabled()).toBe(false));
  cleanup();

  open();
  await waitFor(() => expect(subject().value).toBe('Half a thought'));
  expect(isSendDisabled()).toBe(false);
  expect(screen.getByText(/We restored your unsaved changes/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Discard changes' }));
  expect(onClose).toHaveBeenCalled();
  cleanup();

  open();
  expect(subject().value).toBe('');
});
