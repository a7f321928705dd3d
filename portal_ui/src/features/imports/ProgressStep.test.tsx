// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Run } from '../../api/imports';
import { ProgressStep } from './ProgressStep';
import { buildRun, renderAt, serve } from './testing';

const cancelUrl = '/api/v1/imports/7/cancel';
const leaveHint = /^You can leave this page/;
const cancel = () => screen.queryByRole('button', { name: 'Cancel' });

async function open(run: Partial<Run>, respond: () => unknown = () => buildRun({ state: 'CANCELLED' })) {
  const requests = serve({ [`POST ${cancelUrl}`]: respond });
  await renderAt(<ProgressStep run={buildRun(run)} />);
  return requests;
}

it('shows what the server does and its progress', async () => {
  await open({ state: 'WRITING', progress: 42 });
  const bar = screen.getByRole('progressbar', { name: 'Importing the rows…' });
  expect(bar.getAttribute('aria-valuenow')).toBe('42');
  expect(screen.getByText('42%')).toBeTruthy();
  expect(screen.getByText(leaveHint)).toBeTruthy();
});

it.each([null, 0])('shows no share of an unknown progress (%s)', async (progress) => {
  await open({ state: 'READING', progress });
  const bar = screen.getByRole('progressbar', { name: 'Reading “Catalogue.xlsx”…' });
  expect(bar.getAttribute('aria-valuenow')).toBeNull();
  expect(screen.queryByText(/%$/)).toBeNull();
});

it('does not say that the page may be left, in an import that is part of another page', async () => {
  await renderAt(<ProgressStep run={buildRun({ state: 'CHECKING' })} isEmbedded />);
  expect(screen.getByRole('progressbar')).toBeTruthy();
  expect(screen.queryByText(leaveHint)).toBeNull();
});

it.each(['READING', 'CHECKING'] as const)('cancels an import at once in the state %s', async (state) => {
  const requests = await open({ state });
  fireEvent.click(cancel() as HTMLElement);
  await waitFor(() => expect(requests.map(({ path }) => path)).toEqual([cancelUrl]));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('stops an import that writes rows only after a confirmation', async () => {
  const requests = await open({ state: 'WRITING', progress: 5 });
  fireEvent.click(cancel() as HTMLElement);
  let question = within(await screen.findByRole('dialog', { name: 'Stop the import?' }));
  fireEvent.click(question.getByRole('button', { name: 'Keep importing' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests).toEqual([]);
  fireEvent.click(cancel() as HTMLElement);
  question = within(await screen.findByRole('dialog'));
  fireEvent.click(question.getByRole('button', { name: 'Stop import' }));
  await waitFor(() => expect(requests.map(({ path }) => path)).toEqual([cancelUrl]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('offers no way to cancel an undo', async () => {
  await open({ state: 'UNDOING' });
  expect(screen.getByRole('progressbar', { name: 'Undoing the import…' })).toBeTruthy();
  expect(cancel()).toBeNull();
});

it('says why an import could not be canceled', async () => {
  const error = '{"code":"CONFLICT","message":"All rows are written."}';
  await open({ state: 'CHECKING' }, () => new Response(error, { status: 409 }));
  fireEvent.click(cancel() as HTMLElement);
  expect(await screen.findByText('All rows are written.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText('All rows are written.')).toBeNull();
});
