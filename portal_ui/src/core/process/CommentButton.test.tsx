// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call, NetworkError } from '../../api/http';
import type { ProcessRecord } from '../../api/requests';
import { CommentButton, RequestCommentButton, RequestQuote } from './CommentButton';
import { buildRecord, createTestRouter, TestPage } from './testing';

vi.mock('../../api/http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
const sent = vi.mocked(call);

beforeEach(() => {
  sent.mockReset().mockImplementation(async (method) => (method === 'GET' ? buildRecord({}) : { version: 2 }));
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const comment = { text: 'Pager without its battery', by: 'Ana Ruiz', at: '2026-11-20T12:00:00Z' };
const write = (text: string) => ({ action: 'commentUnit', data: { comment: text } });
const show = (page: ReactNode, overrides: Partial<ProcessRecord> = {}) =>
  render(<RouterProvider router={createTestRouter(<TestPage record={buildRecord({}, overrides)}>{page}</TestPage>)} />);
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Comment/ });
const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save comment' });
const getWrites = () => sent.mock.calls.filter(([method]) => method !== 'GET').map(([, , options]) => options?.body);

it('has the quoted comment as its accessible name', () => {
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

it('is absent if there is no comment and the viewer may not write one', () => {
  show(<CommentButton title="Unit 1" emptyLabel="To the client" comment={undefined} />);
  expect(screen.queryByRole('button')).toBeNull();
  cleanup();
  show(<CommentButton title="Unit 1" comment={{ ...comment, text: '' }} />);
  expect(screen.queryByRole('button')).toBeNull();
});

it('says whether there is a comment to read or to add', () => {
  show(<CommentButton title="Unit 1" comment={comment} write={write} />);
  screen.getByRole('button', { name: 'Read the comment: Unit 1' });
  cleanup();
  show(<CommentButton title="Unit 1" comment={undefined} write={write} />);
  screen.getByRole('button', { name: 'Add a comment: Unit 1' });
});

it('shows a comment with its author and time, without a field, to a viewer who may not write', async () => {
  show(<CommentButton title="Unit 1" comment={comment} />);
  fireEvent.click(screen.getByRole('button'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Unit 1' }));
  dialog.getByText('Pager without its battery');
  dialog.getByText(/^Ana Ruiz, 11\/20\/2026/);
  expect(dialog.queryByRole('textbox')).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('saves a changed comment as typed, also an empty one, and then closes', async () => {
  show(<CommentButton title="Unit 1" comment={comment} write={write} />);
  for (const text of ['Pager with two batteries', '']) {
    fireEvent.click(screen.getByRole('button', { name: /the comment/ }));
    await screen.findByRole('dialog');
    expect(field().value).toBe('Pager without its battery');
    expect(saveButton().disabled).toBe(true);
    fireEvent.change(field(), { target: { value: text } });
    await waitFor(() => expect(saveButton().disabled).toBe(false));
    fireEvent.click(saveButton());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
  expect(getWrites()).toEqual([{ comment: 'Pager with two batteries' }, { comment: '' }]);
});

it('does not send a comment longer than the limit', async () => {
  show(<CommentButton title="Unit 1" comment={undefined} write={write} />);
  fireEvent.click(screen.getByRole('button'));
  await screen.findByRole('dialog');
  fireEvent.change(field(), { target: { value: 'x'.repeat(1025) } });
  await waitFor(() => expect(saveButton().disabled).toBe(false));
  fireEvent.click(saveButton());
  await waitFor(() => expect(field().getAttribute('aria-invalid')).toBe('true'));
  expect(getWrites()).toEqual([]);
});

it('keeps the dialog open with the typed comment if the save fails', async () => {
  show(<CommentButton title="Unit 1" comment={undefined} write={write} />);
  fireEvent.click(screen.getByRole('button'));
  await screen.findByRole('dialog');
  fireEvent.change(field(), { target: { value: 'Dusty' } });
  await waitFor(() => expect(saveButton().disabled).toBe(false));
  sent.mockRejectedValueOnce(new NetworkError());
  fireEvent.click(saveButton());
  await within(screen.getByRole('dialog')).findByRole('alert');
  expect(field().value).toBe('Dusty');
});

it('keeps the field of a comment that the viewer may no longer write', async () => {
  const buildPage = (isAllowed: boolean) => (
    <TestPage record={buildRecord({})}>
      <CommentButton title="Unit 1" comment={comment} {...(isAllowed && { write })} />
    </TestPage>
  );
  function Page() {
    const [isAllowed, setAllowed] = useState(true);
    return (
      <>
        <button type="button" onClick={() => setAllowed(false)}>
          Lock
        </button>
        {buildPage(isAllowed)}
      </>
    );
  }
  render(<RouterProvider router={createTestRouter(<Page />)} />);
  fireEvent.click(screen.getByRole('button', { name: 'Read the comment: Unit 1' }));
  await screen.findByRole('dialog');
  fireEvent.change(field(), { target: { value: 'Dusty' } });
  fireEvent.click(screen.getByText('Lock'));
  expect(field().value).toBe('Dusty');
});

describe('the comment on the request', () => {
  const approvalComments = { DETAILS: comment, WORK: { ...comment, text: 'Still being written' } };

  it('is that of its step, and is quoted once the step has ended', () => {
    show(<RequestQuote step="DETAILS" />, { approvalComments });
    const quote = screen.getByRole('figure', { name: 'Comment on the request' });
    expect(quote.textContent).toContain('Pager without its battery');
  });

  it.each(['WORK', 'OTHER'])('is not quoted in its own step or if there is none: %s', (step) => {
    show(<RequestQuote step={step} />, { approvalComments });
    expect(screen.queryByRole('figure')).toBeNull();
  });

  it('can be changed by who may write it', async () => {
    show(<RequestCommentButton step="WORK" write={write} />, { approvalComments });
    fireEvent.click(screen.getByRole('button', { name: 'Comment on the request' }));
    await screen.findByRole('dialog');
    expect(field().value).toBe('Still being written');
  });
});
