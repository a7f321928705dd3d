// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startSession } from '../../../api/session';
import { buildAction } from '../../../core/process/testing';
import { DeleteSessionButton } from './DeleteSessionButton';
import { NEW_SESSION_ID } from './sessionForm';
import { buildSupport, renderOnPage } from './testing';

const onDeleted = vi.fn();
const sent: [string | undefined, string][] = [];

beforeEach(() => {
  startSession({ identification: 'ana', token: 't', permissions: ['SERVICE'] });
  sent.length = 0;
});
afterEach(() => {
  cleanup();
  onDeleted.mockReset();
  localStorage.clear();
  vi.unstubAllGlobals();
});

/** Render the button of session 12; press it and return its dialog. */
async function press(status = 200) {
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    sent.push([method, url]);
    return new Response(status === 200 ? '{"version":2}' : '{"code":"FORBIDDEN","message":"No"}', { status });
  });
  const record = buildSupport([], [buildAction('delete_session')]);
  renderOnPage(record, <DeleteSessionButton id={12} title="Session 2" onDeleted={onDeleted} />);
  fireEvent.click(screen.getByRole('button', { name: 'Delete: Session 2' }));
  return within(await screen.findByRole('dialog', { name: 'Delete “Session 2”?' }));
}

it('deletes a session only after a confirmation', async () => {
  const dialog = await press();
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Delete: Session 2' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce());
  expect(sent).toEqual([['DELETE', '/api/v1/support/delete/service-review-session?id=12&version=1']]);
});

it('keeps a session that the server did not delete', async () => {
  const dialog = await press(403);
  fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toHaveLength(1);
  expect(onDeleted).not.toHaveBeenCalled();
});

it('says what is lost: a saved session, or unsaved changes, which need no request', async () => {
  const saved = await press();
  expect(saved.getByText('Its hours and summary will be deleted.')).toBeTruthy();
  cleanup();
  renderOnPage(buildSupport(), <DeleteSessionButton id={NEW_SESSION_ID} title="Session 3" onDeleted={onDeleted} />);
  fireEvent.click(screen.getByRole('button', { name: 'Delete: Session 3' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText("Your changes aren't saved and will be lost.")).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce());
  expect(sent).toEqual([]);
});
