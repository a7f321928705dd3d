// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, call, NetworkError } from '../../../api/http';
import type { RemoteSupport } from '../../../api/remoteSupport';
import { startSession } from '../../../api/session';
import { buildDraftKey, writeDraft } from '../../../core/forms/drafts';
import { buildAction } from '../../../core/process/testing';
import { SessionCard } from './SessionCard';
import { SessionsEditor } from './SessionsEditor';
import { getDraftPart, NEW_SESSION_ID } from './sessionForm';
import { buildSupport, renderOnPage } from './testing';

vi.mock('../../../api/http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
const sent = vi.mocked(call);
const onClose = vi.fn();

beforeEach(() => {
  sent.mockReset();
  onClose.mockReset();
  startSession({ identification: 'ana', token: 't', permissions: ['SERVICE'] });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const session = { id: 7, durationInHours: 0.5, completionDate: '2026-11-20', summary: 'Begun' };
const build = (serviceReviewSessions: object[] = [session], actions = ['save_session', 'delete_session']) => {
  const record = buildSupport(
    [],
    actions.map((key) => buildAction(key)),
  );
  const status = { ...record.status, key: 'SERVICE_REVIEW' };
  return { ...record, status, serviceReviewSessions, totalHours: 0.5 } as unknown as RemoteSupport;
};
function open({ id = 7, canSave = true, canDelete = true } = {}) {
  renderOnPage(build(), <SessionCard title="Session 1" {...{ id, canSave, canDelete, onClose }} />);
  return within(screen.getByRole('form', { name: 'Session 1' }));
}
type Form = ReturnType<typeof open>;
const saveButton = (form: Form) => form.queryByRole<HTMLButtonElement>('button', { name: /^Save/ });
const type = (form: Form, label: RegExp, value: string) => {
  fireEvent.change(form.getByLabelText(label), { target: { value } });
  fireEvent.blur(form.getByLabelText(label));
};

it('saves a session only if it changed and is valid', async () => {
  const form = open();
  expect(saveButton(form)?.disabled).toBe(true);
  type(form, /^Summary/, 'Settings entered');
  await waitFor(() => expect(saveButton(form)?.disabled).toBe(false));
  type(form, /^Summary/, 'Begun');
  await waitFor(() => expect(saveButton(form)?.disabled).toBe(true));
  type(form, /^Hours/, '1');
  await waitFor(() => expect(saveButton(form)?.disabled).toBe(false));
  type(form, /^Hours/, '0');
  await waitFor(() => expect(saveButton(form)?.disabled).toBe(true));
});

it('has no Save and no Delete for those who may not', () => {
  const form = open({ canSave: false, canDelete: false });
  expect(saveButton(form)).toBeNull();
  expect(form.queryByRole('button', { name: 'Cancel' })).toBeNull();
  expect(form.queryByRole('button', { name: /^Delete/ })).toBeNull();
  fireEvent.change(form.getByLabelText(/^Summary/), { target: { value: 'x' } });
  fireEvent.keyDown(form.getByLabelText(/^Summary/), { key: 'Enter', ctrlKey: true });
  expect(sent).not.toHaveBeenCalled();
});

it('keeps the form open with the errors of the server at its fields', async () => {
  const fields = { durationInHours: ['Too many hours this month'] };
  sent.mockRejectedValue(new ApiError(400, { code: 'VALIDATION', message: 'Please correct', fields }));
  const form = open();
  type(form, /^Hours/, '8');
  await waitFor(() => expect(saveButton(form)?.disabled).toBe(false));
  fireEvent.click(saveButton(form) as HTMLElement);
  expect(await form.findByText('Too many hours this month')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});

it('keeps a new session open if it was not saved', async () => {
  sent.mockRejectedValue(new NetworkError());
  writeDraft(buildDraftKey('test', 7, `WORK${getDraftPart(NEW_SESSION_ID)}`), {
    durationInHours: '1',
    completionDate: '2026-11-20',
  });
  const form = open({ id: NEW_SESSION_ID });
  expect(form.queryByRole('button', { name: 'Cancel' })).toBeNull();
  await waitFor(() => expect(saveButton(form)?.disabled).toBe(false));
  fireEvent.click(saveButton(form) as HTMLElement);
  await waitFor(() => expect(sent).toHaveBeenCalledOnce());
  await waitFor(() => expect(saveButton(form)?.disabled).toBe(false));
  expect(onClose).not.toHaveBeenCalled();
  expect(form.getByLabelText<HTMLInputElement>(/^Hours/).value).toBe('1');
});

it('blocks Save and Cancel while a session is saved', async () => {
  sent.mockReturnValue(new Promise(() => {}));
  const form = open();
  type(form, /^Summary/, 'Settings entered');
  await waitFor(() => expect(saveButton(form)?.disabled).toBe(false));
  fireEvent.click(saveButton(form) as HTMLElement);
  await waitFor(() => expect(saveButton(form)?.disabled).toBe(true));
  expect(form.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true);
});

const show = (record: RemoteSupport, canSave = true) =>
  renderOnPage(record, <SessionsEditor title="Sessions" aside={null} waiting={false} canSave={canSave} />);

it('only shows the sessions once they cannot be saved any more', () => {
  show(build(), false);
  expect(screen.getByText('Begun')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^(Edit|Delete|New session)/ })).toBeNull();
  cleanup();
  show(build([]), false);
  expect(screen.getByText('No sessions recorded yet')).toBeTruthy();
  expect(screen.queryByRole('form')).toBeNull();
});

it('offers Delete only if the server does', () => {
  show(build([session], ['save_session']));
  expect(screen.getByRole('button', { name: 'Edit: Session 1' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull();
});

it('says whether the sessions are saved', async () => {
  show(build());
  expect(screen.getByText('All changes saved')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Edit: Session 1' }));
  const form = within(screen.getByRole('form'));
  type(form, /^Summary/, 'Not yet');
  await waitFor(() => expect(screen.queryByText('All changes saved')).toBeNull());
});

it('continues only once the checks are saved', () => {
  const record = build([session], ['save_session', 'continue']);
  const open = (waiting: boolean) => {
    cleanup();
    renderOnPage(record, <SessionsEditor title="Sessions" aside={null} waiting={waiting} canSave />);
    return screen.getByRole<HTMLButtonElement>('button', { name: 'continue' });
  };
  expect(open(true).disabled).toBe(true);
  expect(open(false).disabled).toBe(false);
});
