// @vitest-environment jsdom

import { ThemeProvider } from '@mui/material/styles';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { type ComponentProps, useCallback } from 'react';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, call } from '../../api/http';
import type { ProcessAction } from '../../api/requests';
import { theme } from '../../theme/theme';
import { useUnsavedForm } from '../forms/unsavedForms';
import { stubMediaQueries } from '../ui/testing';
import { ActionBar } from './ActionBar';
import { buildAction, buildRecord, createTestRouter, TestPage } from './testing';

vi.mock('../../api/http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
const sent = vi.mocked(call);

beforeEach(() => {
  sent.mockReset();
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const record = buildRecord({});

function Form({ dirty }: { dirty: boolean }) {
  useUnsavedForm({ dirty, discard: useCallback(() => undefined, []) });
  return null;
}

function open(
  dirty: boolean,
  bar: ComponentProps<typeof ActionBar> = {},
  more: Partial<ProcessAction> = {},
  isYourTurn = true,
) {
  const actions = [buildAction('continue', 'Go on', more)];
  const page = (
    <TestPage record={{ ...record, process: { ...record.process, actions, isYourTurn } }}>
      <Form dirty={dirty} />
      <ActionBar {...bar} />
    </TestPage>
  );
  render(
    <ThemeProvider theme={theme}>
      <RouterProvider router={createTestRouter(page)} />
    </ThemeProvider>,
  );
}

const goOn = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Go on' });
const press = () => fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true });

it('continues, and shows the reason in the bar if the server rejects it', async () => {
  open(false);
  sent.mockRejectedValue(new ApiError(409, { code: 'GUARD', message: 'Two units are undecided.' }));
  fireEvent.click(goOn());
  expect((await screen.findByRole('alert')).textContent).toContain('Two units are undecided.');
});

it.each([true, false])('emphasizes Continue only on the turn of the user (%s)', (isYourTurn) => {
  open(false, {}, {}, isYourTurn);
  expect(goOn().classList.contains('MuiButton-contained')).toBe(isYourTurn);
});

it('does not continue while changes are unsaved, and shows the reason', async () => {
  open(true);
  await waitFor(() => expect(goOn().disabled).toBe(true));
  expect(screen.getByText('Save your changes first')).toBeTruthy();
  press();
  expect(sent).not.toHaveBeenCalled();
});

it('saves on Ctrl+Enter, and continues if there is nothing to save', async () => {
  const onSave = vi.fn().mockResolvedValue(null);
  open(true, { save: { onSave } });
  press();
  expect(onSave).toHaveBeenCalledTimes(1);
  cleanup();

  sent.mockResolvedValue({ version: 2 });
  open(false, { save: { onSave, disabled: true } });
  press();
  await waitFor(() => expect(sent).toHaveBeenCalled());
  expect(onSave).toHaveBeenCalledTimes(1);
});

it('saves and continues with one click, if the server then allows the transition', async () => {
  const onSave = vi.fn().mockResolvedValueOnce({ isAllowedToContinue: false });
  open(true, { save: { onSave } }, { enabled: false, reason: 'Save the courier first' });
  fireEvent.click(goOn());
  await waitFor(() => expect(goOn().disabled).toBe(false));
  expect(onSave).toHaveBeenCalledTimes(1);
  expect(sent).not.toHaveBeenCalled();

  onSave.mockResolvedValueOnce({ isAllowedToContinue: true });
  sent.mockResolvedValue({ version: 3 });
  fireEvent.click(goOn());
  await waitFor(() => expect(sent).toHaveBeenCalled());
});

it('asks the question of the server before it continues', async () => {
  open(false, {}, { ask: 'The pick-up is planned for later. Really?' });
  fireEvent.click(goOn());
  const question = await screen.findByRole('dialog', { name: 'Go on: R-7' });
  expect(question.textContent).toContain('planned for later');
  expect(sent).not.toHaveBeenCalled();
  sent.mockResolvedValue({ version: 2 });
  fireEvent.click(within(question).getByRole('button', { name: 'Go on' }));
  await waitFor(() => expect(sent).toHaveBeenCalledTimes(1));
});

it('has the color of errors for a rejection, in the bar and in its confirmation', async () => {
  const isDanger = (button: HTMLElement) => button.classList.contains('MuiButton-colorError');
  open(false);
  expect(isDanger(goOn())).toBe(false);
  cleanup();
  open(false, {}, { rejects: true, ask: 'This closes the request.' });
  expect(isDanger(goOn())).toBe(true);
  fireEvent.click(goOn());
  const question = within(await screen.findByRole('dialog'));
  expect(isDanger(question.getByRole('button', { name: 'Go on' }))).toBe(true);
});

const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });

it('is absent without any action', () => {
  const page = (
    <TestPage record={record}>
      <ActionBar />
    </TestPage>
  );
  render(<RouterProvider router={createTestRouter(page)} />);
  expect(document.querySelector('[data-action-bar]')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

it('locks its buttons and the shortcut while an update of the pane is in progress', () => {
  const onSave = vi.fn();
  open(true, { save: { onSave }, waiting: true });
  expect([saveButton().disabled, goOn().disabled]).toEqual([true, true]);
  press();
  expect(onSave).not.toHaveBeenCalled();
});

it('sends a transition once, and is locked until its response', async () => {
  let finish = (_: object) => {};
  sent.mockReturnValueOnce(new Promise((resolve) => (finish = resolve)));
  open(false);
  fireEvent.click(goOn());
  await waitFor(() => expect(goOn().disabled).toBe(true));
  fireEvent.click(goOn());
  press();
  finish({ version: 2 });
  await waitFor(() => expect(goOn().disabled).toBe(false));
  expect(sent).toHaveBeenCalledTimes(1);
});

it('shows why the server does not allow to continue, and does not continue', () => {
  open(false, {}, { enabled: false, reason: '2 units are undecided' });
  expect(goOn().disabled).toBe(true);
  const reason = document.getElementById(goOn().getAttribute('aria-describedby') ?? '');
  expect(reason?.textContent).toBe('2 units are undecided');
  press();
  fireEvent.click(goOn());
  expect(sent).not.toHaveBeenCalled();
});

it('shows what a save lacks instead of the reason of the server', () => {
  open(true, { save: { onSave: vi.fn(), disabled: true, reason: '3 fields are missing' } }, { reason: 'Not saved' });
  screen.getByText('3 fields are missing');
  expect(screen.queryByText('Not saved')).toBeNull();
  expect(saveButton().disabled).toBe(true);
});

it('does not continue if the save fails', async () => {
  const onSave = vi.fn().mockResolvedValue(null);
  open(true, { save: { onSave, label: 'Save dates' } });
  screen.getByRole('button', { name: 'Save dates' });
  fireEvent.click(goOn());
  await waitFor(() => expect(onSave.mock.calls).toEqual([[true]]));
  await waitFor(() => expect(goOn().disabled).toBe(false));
  expect(sent).not.toHaveBeenCalled();
});

it('saves without continuing with the Save button', async () => {
  const onSave = vi.fn().mockResolvedValue({ isAllowedToContinue: true });
  open(true, { save: { onSave } });
  fireEvent.click(saveButton());
  await waitFor(() => expect(onSave.mock.calls).toEqual([[]]));
  expect(sent).not.toHaveBeenCalled();
});

it('closes the question of the server without continuing', async () => {
  open(false, {}, { ask: 'Really?' });
  press();
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).not.toHaveBeenCalled();
});

it.each([true, false])('has all actions on each screen, the secondary ones above the bar of a phone: %s', (isPhone) => {
  stubMediaQueries((query) => isPhone && query.includes('max-width'));
  open(false, { secondary: <button type="button">Print</button>, decision: <button type="button">Approve</button> });
  const bar = within(document.querySelector('[data-action-bar]') as HTMLElement);
  expect(bar.queryByRole('button', { name: 'Print' }) === null).toBe(isPhone);
  bar.getByRole('button', { name: 'Approve' });
  bar.getByRole('button', { name: 'Go on' });
  expect(screen.getAllByRole('button', { name: 'Print' })).toHaveLength(1);
});

it('shows which button was pressed while its update is in progress', async () => {
  const isLoading = (button: HTMLElement) => within(button).queryByRole('progressbar') !== null;
  sent.mockReturnValue(new Promise(() => {}));
  open(false, { save: { onSave: vi.fn(), disabled: true } });
  fireEvent.click(goOn());
  await waitFor(() => expect(isLoading(goOn())).toBe(true));
  expect(isLoading(saveButton())).toBe(false);
});

it('closes the question and shows the reason in the bar if the server rejects the transition', async () => {
  open(false, {}, { ask: 'Really?' });
  fireEvent.click(goOn());
  const question = within(await screen.findByRole('dialog'));
  sent.mockRejectedValue(new ApiError(409, { code: 'GUARD', message: 'Two units are undecided.' }));
  fireEvent.click(question.getByRole('button', { name: 'Go on' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const alert = within(await screen.findByRole('alert'));
  alert.getByText('Two units are undecided.');
  expect(alert.queryByRole('button', { name: 'Try again' })).toBeNull();
  fireEvent.click(alert.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it('has no bar on a phone that would be empty', () => {
  stubMediaQueries((query) => query.includes('max-width'));
  const page = (
    <TestPage record={record}>
      <ActionBar secondary={<button type="button">Print</button>} />
    </TestPage>
  );
  render(
    <ThemeProvider theme={theme}>
      <RouterProvider router={createTestRouter(page)} />
    </ThemeProvider>,
  );
  screen.getByRole('button', { name: 'Print' });
  expect(document.querySelector('[data-action-bar]')).toBeNull();
});

it('names no reason and describes no button while it can continue', () => {
  open(false);
  expect(goOn().getAttribute('aria-describedby')).toBeNull();
  expect(goOn().disabled).toBe(false);
});
