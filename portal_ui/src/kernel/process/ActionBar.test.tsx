// @vitest-environment jsdom

import { ThemeProvider } from '@mui/material/styles';
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ComponentProps, useCallback } from 'react';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, call } from '../../server/http';
import { theme } from '../../theme';
import { useUnsavedForm } from '../saving/unsavedForms';
import { ActionBar } from './ActionBar';
import { anAction, aRecord, TestPage, testRouter } from './testing';

vi.mock('../../server/http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
const sent = vi.mocked(call);

beforeEach(() => {
  sent.mockReset();
  const listens = { addListener() {}, removeListener() {}, addEventListener() {}, removeEventListener() {} };
  vi.stubGlobal('matchMedia', () => ({ matches: false, ...listens }));
});
// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 10_000 });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const record = aRecord({});
const offered = { ...record, process: { ...record.process, actions: [anAction('continue', 'Go on')] } };

function Form({ dirty }: { dirty: boolean }) {
  useUnsavedForm({ dirty, discard: useCallback(() => undefined, []) });
  return null;
}

function open(dirty: boolean, bar: ComponentProps<typeof ActionBar> = {}) {
  const page = (
    <TestPage record={offered}>
      <Form dirty={dirty} />
      <ActionBar {...bar} />
    </TestPage>
  );
  render(
    <ThemeProvider theme={theme}>
      <RouterProvider router={testRouter(page)} />
    </ThemeProvider>,
  );
}

const goOn = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Go on' });
const press = () => fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true });

it('moves on, and where that is refused says why in the bar', async () => {
  open(false);
  sent.mockRejectedValue(new ApiError(409, { code: 'GUARD', message: 'Two units are undecided.' }));
  fireEvent.click(goOn());
  expect((await screen.findByRole('alert')).textContent).toContain('Two units are undecided.');
});

it('does not move on while something is unsaved, and says so', async () => {
  open(true);
  await waitFor(() => expect(goOn().disabled).toBe(true));
  expect(screen.getByText('Save first: there are unsaved changes')).toBeTruthy();
  press();
  expect(sent).not.toHaveBeenCalled();
});

it('saves with Ctrl+Enter, and moves on only where there is nothing to save', async () => {
  const onSave = vi.fn();
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
