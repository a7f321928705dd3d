// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { withRouter } from '../process/testing';
import { RestoredDraftAlert, SaveStatus } from './DraftAlerts';

type Form = ComponentProps<typeof RestoredDraftAlert>['form'];
const restored: Form = { dirty: true, restoredAt: '2026-11-20T21:12:00Z', conflict: null, discard: vi.fn() };
const open = (form: Partial<Form> = {}) => render(withRouter(<RestoredDraftAlert form={{ ...restored, ...form }} />));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

afterEach(cleanup);

it('says when the restored draft was saved, and discards it on request', () => {
  open();
  expect(screen.getByRole('status').textContent).toMatch(/^We restored your unsaved changes from .*20.*4:12/);
  press('Discard draft');
  expect(restored.discard).toHaveBeenCalledTimes(1);
});

it.each([
  ['no draft was restored', { restoredAt: null }],
  ['its values are saved', { dirty: false }],
])('is absent once %s', (_, form) => {
  open(form);
  expect(screen.queryByRole('status')).toBeNull();
});

it('lets the user choose between this draft and the one of another tab', () => {
  const conflict = { loadStored: vi.fn(), keepLocal: vi.fn() };
  open({ dirty: false, conflict });
  expect(screen.getByRole('alert').textContent).toContain('This draft was changed in another tab.');
  press('Use the other version');
  expect([conflict.loadStored.mock.calls.length, conflict.keepLocal.mock.calls.length]).toEqual([1, 0]);
  press('Keep this version');
  expect([conflict.loadStored.mock.calls.length, conflict.keepLocal.mock.calls.length]).toEqual([1, 1]);
});

it.each([
  ['saved', 'All changes saved'],
  ['unsaved', 'Unsaved changes'],
  ['kept', 'Unsaved changes. A draft is kept on this device.'],
] as const)('has the save status %s', (state, text) => {
  render(withRouter(<SaveStatus state={state} />));
  expect(screen.getByText(text)).toBeTruthy();
});
