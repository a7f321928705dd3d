// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { TextInput } from 'react-admin';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../api/errors';
import { startSession } from '../../api/session';
import { createTestRouter } from '../process/testing';
import { buildDraftKey, readDraft, writeDraft } from './drafts';
import { PortalFormDialog } from './FormDialog';
import { InvalidFieldsAlert } from './InvalidFieldsAlert';
import { PortalForm, type PortalFormProps } from './PortalForm';
import { SubmitButton } from './SubmitButton';
import { UnsavedBoundary } from './UnsavedBoundary';

type Form = { name: string; contact: { phone: string } };
type Props = Partial<PortalFormProps<Form>>;
const key = () => buildDraftKey('test', 7, 'form');
const values = { name: 'Ana', contact: { phone: '' } };

const inputs = (
  <>
    <TextInput source="name" label="Name" />
    <TextInput source="contact.phone" label="Phone" />
    <InvalidFieldsAlert />
  </>
);

function open(props: Props = {}) {
  const router = createTestRouter(
    <UnsavedBoundary>
      <PortalForm<Form> values={values} draft={{ key: key() }} onSave={() => {}} {...props}>
        {inputs}
        <SubmitButton>Send</SubmitButton>
      </PortalForm>
    </UnsavedBoundary>,
  );
  render(<RouterProvider router={router} />);
  return router;
}

const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const type = (text: string, label = /^Name/) => fireEvent.change(field(label), { target: { value: text } });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const queryKeep = () => screen.queryByRole('button', { name: 'Leave and keep draft' });

beforeEach(() => startSession({ identification: 'ana', token: 't', permissions: ['CLIENT'] }));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  localStorage.clear();
});

describe('leaving a form with unsaved changes', { timeout: 30_000 }, () => {
  it('keeps its draft if the user wants that', async () => {
    const router = open({ keepsDraft: true });
    type('Eva');
    await act(() => router.navigate('/en/other'));
    fireEvent.click(button('Leave and keep draft'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/en/other'));
    expect(readDraft(key())?.values).toEqual({ name: 'Eva' });
  });

  it('deletes its draft if the user discards the changes', async () => {
    const router = open({ keepsDraft: true });
    type('Eva');
    window.dispatchEvent(new Event('pagehide'));
    expect(readDraft(key())).not.toBeNull();
    await act(() => router.navigate('/en/other'));
    fireEvent.click(button('Discard changes'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/en/other'));
    expect(readDraft(key())).toBeNull();
  });

  it('offers no draft that the browser could not store, or of a form that keeps none', async () => {
    const unkept = open();
    type('Eva');
    await act(() => unkept.navigate('/en/other'));
    expect(queryKeep()).toBeNull();
    cleanup();
    localStorage.clear();
    const full = open({ keepsDraft: true });
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    type('Eva');
    act(() => void window.dispatchEvent(new Event('pagehide')));
    await act(() => full.navigate('/en/other'));
    expect(button('Stay on this page')).toBeTruthy();
    expect(queryKeep()).toBeNull();
  });

  it('asks nothing if the form is only read, or once it is as saved', async () => {
    const router = open({ confirmsLeaving: false });
    type('Eva');
    await act(() => router.navigate('/en/other'));
    expect(router.state.location.pathname).toBe('/en/other');
    cleanup();
    const restored = open();
    type('Eva');
    type('Ana');
    await act(() => restored.navigate('/en/other'));
    expect(restored.state.location.pathname).toBe('/en/other');
  });
});

describe('a form that is sent', { timeout: 30_000 }, () => {
  it('cannot be sent again until the save has ended', async () => {
    let respond = () => {};
    const onSave = vi.fn(() => new Promise<void>((resolve) => (respond = resolve)));
    open({ onSave });
    fireEvent.click(button('Send'));
    await waitFor(() => expect(onSave).toHaveBeenCalledTimes(1));
    const send = () => screen.getByRole<HTMLButtonElement>('button', { name: /Send/ });
    expect(send().disabled).toBe(true);
    await act(async () => respond());
    expect(send().disabled).toBe(false);
  });

  it('has no errors of the server after a save', async () => {
    let attempt = 0;
    open({
      onSave: (sent, { applyServerErrors, markSaved }) => {
        attempt += 1;
        if (attempt > 1) return markSaved(sent);
        return applyServerErrors(new ApiError(400, { code: 'VALIDATION', fields: { name: ['Taken.'] } }));
      },
    });
    fireEvent.click(button('Send'));
    await screen.findByText('Taken.');
    await waitFor(() => expect(document.activeElement).toBe(field(/^Name/)));
    fireEvent.submit(field(/^Phone/));
    await waitFor(() => expect(screen.queryByText('Taken.')).toBeNull());
  });

  it('counts several invalid fields, nested ones included', async () => {
    open({ validate: () => ({ name: 'Wrong name', 'contact.phone': 'Wrong phone' }) });
    fireEvent.click(button('Send'));
    expect(await screen.findByText('Not saved: 2 fields need attention.')).toBeTruthy();
  });

  it('leaves a single invalid field to itself', async () => {
    open({ validate: () => ({ 'contact.phone': 'Wrong phone' }) });
    fireEvent.click(button('Send'));
    expect(await screen.findByText('Wrong phone')).toBeTruthy();
    expect(screen.queryByText(/needs? attention/)).toBeNull();
  });
});

describe('a dialog with a form', { timeout: 30_000 }, () => {
  const onClose = vi.fn();
  function openDialog(form: Props, props: { busy?: boolean; disabled?: boolean } = {}) {
    const page = (
      <UnsavedBoundary>
        <PortalFormDialog<Form>
          title="Edit"
          submitLabel="Apply"
          onClose={onClose}
          {...props}
          form={{ values, onSave: () => {}, ...form }}
        >
          {inputs}
        </PortalFormDialog>
      </UnsavedBoundary>
    );
    render(<RouterProvider router={createTestRouter(page)} />);
  }
  afterEach(() => void onClose.mockReset());

  it('sends its values', async () => {
    const onSave = vi.fn();
    openDialog({ onSave });
    type('Eva');
    fireEvent.click(button('Apply'));
    await waitFor(() => expect(onSave.mock.calls[0]?.[0]).toEqual({ ...values, name: 'Eva' }));
  });

  it.each([
    ['a request is in progress', { busy: true }],
    ['values are missing', { disabled: true }],
  ])('sends nothing while %s', async (_, props) => {
    const onSave = vi.fn();
    openDialog({ onSave }, props);
    fireEvent.keyDown(field(/^Name/), { key: 'Enter', ctrlKey: true });
    if ('busy' in props) fireEvent.submit(field(/^Name/));
    await act(async () => {});
    expect(onSave).not.toHaveBeenCalled();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /Apply/ }).disabled).toBe(true);
  });

  it('closes with its draft, or discards it, as the user decides', async () => {
    openDialog({ draft: { key: key() }, keepsDraft: true });
    type('Eva');
    fireEvent.click(button('Cancel'));
    fireEvent.click(await screen.findByRole('button', { name: 'Leave and keep draft' }));
    expect(onClose).toHaveBeenCalledTimes(1);
    cleanup();
    expect(readDraft(key())?.values).toEqual({ name: 'Eva' });
    openDialog({ draft: { key: key() }, keepsDraft: true });
    await waitFor(() => expect(field(/^Name/).value).toBe('Eva'));
    expect(screen.getByText(/^We restored your unsaved changes/)).toBeTruthy();
    fireEvent.click(button('Cancel'));
    fireEvent.click(await screen.findByRole('button', { name: 'Discard changes' }));
    expect(onClose).toHaveBeenCalledTimes(2);
    expect(readDraft(key())).toBeNull();
  });

  it('offers no draft to keep if the form keeps none', async () => {
    openDialog({});
    type('Eva');
    fireEvent.click(button('Cancel'));
    expect(await screen.findByRole('button', { name: 'Discard changes' })).toBeTruthy();
    expect(queryKeep()).toBeNull();
  });

  it('opens with its draft, which can be discarded without closing it', async () => {
    writeDraft(key(), { 'contact.phone': '12' });
    openDialog({ draft: { key: key() } });
    await waitFor(() => expect(field(/^Phone/).value).toBe('12'));
    fireEvent.click(button('Discard draft'));
    expect(field(/^Phone/).value).toBe('');
    expect(readDraft(key())).toBeNull();
    expect(onClose).not.toHaveBeenCalled();
  });
});

it('counts invalid fields until one of them is corrected, and the others on the next attempt', {
  timeout: 30_000,
}, async () => {
  open({
    validate: ({ name }) => ({
      ...(name === 'Eva' ? {} : { name: 'Wrong name' }),
      'contact.phone': 'Wrong phone',
      'contact.mail': 'Wrong mail',
    }),
  });
  fireEvent.click(button('Send'));
  await screen.findByText('Not saved: 3 fields need attention.');
  type('Eva');
  await waitFor(() => expect(screen.queryByText(/need attention/)).toBeNull());
  fireEvent.click(button('Send'));
  await screen.findByText('Not saved: 2 fields need attention.');
});
