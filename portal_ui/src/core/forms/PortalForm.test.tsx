// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { RecordContextProvider, useRecordContext } from 'ra-core';
import { TextInput } from 'react-admin';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../api/errors';
import { startSession } from '../../api/session';
import { createTestRouter } from '../process/testing';
import { buildDraftKey, readDraft, writeDraft } from './drafts';
import { PortalFormDialog } from './FormDialog';
import { PortalForm, type PortalFormProps } from './PortalForm';
import { required } from './validators';

type Form = { name: string; files: string[]; phones: { value: string }[] };
type Save = PortalFormProps<Form>['onSave'];
const key = () => buildDraftKey('test', 7, 'form');

/** Child of the form that reads the record of the page. */
function PageRecord() {
  return <p>record {useRecordContext<{ id: number; number?: string }>()?.number}</p>;
}

function open(onSave: Save, validate?: (values: Form) => Record<string, string>) {
  render(
    <RouterProvider
      router={createTestRouter(
        <RecordContextProvider value={{ id: 7, number: 'R-7' }}>
          <PortalForm<Form>
            values={{ name: 'Ana', files: [], phones: [{ value: '1' }] }}
            validate={validate}
            draft={{ key: key() }}
            onSave={onSave}
          >
            <TextInput source="name" label="Name" validate={required} />
            <TextInput source="phones.0.value" label="Phone" />
            <PageRecord />
            <button type="submit">Send</button>
          </PortalForm>
        </RecordContextProvider>,
      )}
    />,
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>(/^Name/);
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

beforeEach(() => startSession({ identification: 'ana', token: 't', permissions: ['CLIENT'] }));
afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe('PortalForm', { timeout: 30_000 }, () => {
  it('restores its draft, with values that have no input, and shows server errors on its fields', async () => {
    writeDraft(key(), { name: 'Eva', files: ['f1'] });
    const onSave = vi.fn<Save>(async (_, { applyServerErrors }) => {
      applyServerErrors(new ApiError(400, { code: 'VALIDATION', fields: { name: ['Taken.'] } }));
    });
    open(onSave);
    await waitFor(() => expect(field().value).toBe('Eva'));
    press('Send');
    await screen.findByText('Taken.');
    expect(onSave.mock.calls[0]?.[0]).toEqual({ name: 'Eva', files: ['f1'], phones: [{ value: '1' }] });
  });

  it('is clean after a save, and its draft is deleted', async () => {
    writeDraft(key(), { name: 'Eva' });
    let dirty = true;
    open(async (values, { markSaved }) => {
      markSaved(values);
      dirty = readDraft(key()) !== null;
    });
    await waitFor(() => expect(field().value).toBe('Eva'));
    press('Send');
    await waitFor(() => expect(dirty).toBe(false));
    expect(field().value).toBe('Eva');
  });

  it('keeps a draft of what was typed since the save was sent', async () => {
    let respond: (() => void) | null = null;
    open(async (values, { markSaved }) => {
      await new Promise<void>((resolve) => (respond = resolve));
      markSaved(values);
    });
    type('Eva');
    press('Send');
    await waitFor(() => expect(respond).not.toBeNull());
    type('Eva B.');
    await act(async () => respond?.());
    window.dispatchEvent(new Event('pagehide'));
    expect(field().value).toBe('Eva B.');
    expect(readDraft(key())?.values).toEqual({ name: 'Eva B.' });
  });

  it('keeps what was typed in an entry of a list since the save was sent', async () => {
    let respond: (() => void) | null = null;
    open(async (values, { markSaved }) => {
      await new Promise<void>((resolve) => (respond = resolve));
      markSaved(values);
    });
    const phone = screen.getByLabelText<HTMLInputElement>('Phone');
    fireEvent.change(phone, { target: { value: '2' } });
    press('Send');
    await waitFor(() => expect(respond).not.toBeNull());
    fireEvent.change(phone, { target: { value: '3' } });
    await act(async () => respond?.());
    expect(phone.value).toBe('3');
  });

  it('does not submit values that an input or form validator rejects', async () => {
    const onSave = vi.fn();
    open(onSave);
    type('');
    press('Send');
    await waitFor(() => expect(field().getAttribute('aria-invalid')).toBe('true'));
    cleanup();
    open(onSave, () => ({ name: 'saving.rule.letters' }));
    press('Send');
    await waitFor(() => expect(field().getAttribute('aria-invalid')).toBe('true'));
    expect(onSave).not.toHaveBeenCalled();
  });

  it('provides the record of the page to its children', () => {
    open(vi.fn());
    expect(screen.getByText('record R-7')).toBeTruthy();
  });

  it('does not submit by Ctrl+Enter in a dialog while the submit button is disabled', async () => {
    const onSave = vi.fn();
    render(
      <RouterProvider
        router={createTestRouter(
          <PortalFormDialog<Form>
            title="New"
            submitLabel="Add"
            form={{ values: { name: '', files: [], phones: [] }, onSave }}
            disabled={({ name }) => name === ''}
            onClose={() => undefined}
          >
            <TextInput source="name" label="Name" />
          </PortalFormDialog>,
        )}
      />,
    );
    fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true });
    type('Eva');
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add' }).disabled).toBe(false));
    expect(onSave).not.toHaveBeenCalled();
    fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true });
    await waitFor(() => expect(onSave).toHaveBeenCalledTimes(1));
  });
});
