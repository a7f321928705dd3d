// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { RouterProvider } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { CommentButton } from './CommentButton';
import { buildRecord, createTestRouter, TestPage } from './testing';

afterEach(cleanup);

it('has the quoted comment as its accessible name', () => {
  const comment = { text: 'Pager without its battery', by: 'Ana Ruiz', at: '2026-11-20T12:00:00Z' };
  const button = <CommentButton isQuote title="Unit 1" emptyLabel="To the client" comment={comment} />;
  render(<RouterProvider router={createTestRouter(<TestPage record={buildRecord({})}>{button}</TestPage>)} />);
  const field = screen.getByRole('button', { name: 'Pager without its battery' });
  // The button opens a dialog, so it must not look like a text field.
  expect(field.className).toContain('MuiButton-text');
  const description = document.getElementById(field.getAttribute('aria-describedby') ?? '');
  expect(description?.textContent).toContain('Unit 1');
});

it('offers to keep the draft when the dialog is left', async () => {
  const write = (text: string) => ({ action: 'comment', data: { text } });
  const button = <CommentButton title="Unit 1" emptyLabel="To the client" comment={undefined} write={write} />;
  render(<RouterProvider router={createTestRouter(<TestPage record={buildRecord({})}>{button}</TestPage>)} />);
  fireEvent.click(screen.getByRole('button', { name: 'To the client' }));
  fireEvent.change(await screen.findByLabelText(/^Comment/), { target: { value: 'Dusty' } });
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Save/ }).disabled).toBe(false));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Leave and keep draft' }));
  expect(JSON.stringify(localStorage)).toContain('Dusty');
});
