// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ProcessRecord, ProcessStep } from '../../api/requests';
import { startSession } from '../../api/session';
import { buildDraftKey, readDraft, writeDraft } from '../forms/drafts';
import { usePortalFormContext } from '../forms/PortalForm';
import { ProcessForm } from './ProcessForm';
import { buildRecord, TestPage } from './testing';

type Form = { name: string; phone: string };
type Record = ProcessRecord & Form;

const getValues = ({ name, phone }: Record): Form => ({ name, phone });
const read = buildRecord({ name: 'Ana', phone: '1' });
const getDraftKey = () => buildDraftKey('test', 7, 'WORK');

beforeEach(() => {
  startSession({ identification: 'ana', token: 't', permissions: ['SERVICE'] });
  vi.useFakeTimers();
});
afterEach(() => {
  localStorage.clear();
  vi.useRealTimers();
});

/** Render the form on a page whose record can be replaced by a newer one. */
function renderForm(step: Partial<ProcessStep> = {}) {
  let record = read;
  const wrapper = ({ children }: { children: ReactNode }) => (
    <TestPage record={record} step={step}>
      <ProcessForm<Record, Form> getValues={getValues} getLabel={(name) => name} onSave={() => undefined}>
        {children}
      </ProcessForm>
    </TestPage>
  );
  const hook = renderHook(() => usePortalFormContext<Form>(), { wrapper });
  return {
    ...hook,
    getForm: () => hook.result.current,
    values: () => hook.result.current.form.getValues(),
    type: (name: keyof Form, text: string) =>
      act(() => hook.result.current.form.setValue(name, text as never, { shouldDirty: true })),
    replaceRecord: (latest: Record) => {
      record = latest;
      hook.rerender();
    },
  };
}

describe('a draft', () => {
  it('is restored and marked as restored', () => {
    writeDraft(getDraftKey(), { phone: '12' });
    const page = renderForm();
    expect(page.values()).toEqual({ name: 'Ana', phone: '12' });
    expect(page.getForm().restoredAt).not.toBeNull();
    expect(page.getForm().dirty).toBe(true);
  });

  it('is saved after a debounce, and immediately on unmount', () => {
    const page = renderForm();
    page.type('phone', '12');
    expect(readDraft(getDraftKey())).toBeNull();
    act(() => vi.advanceTimersByTime(1_000));
    expect(readDraft(getDraftKey())?.values).toEqual({ phone: '12' });
    page.type('phone', '123');
    page.unmount();
    expect(readDraft(getDraftKey())?.values).toEqual({ phone: '123' });
  });

  it('is deleted on save, on discard and once its step has ended', () => {
    writeDraft(getDraftKey(), { phone: '12' });
    const page = renderForm();
    act(() => page.getForm().markSaved({ name: 'Ana', phone: '12' }));
    expect(readDraft(getDraftKey())).toBeNull();
    expect(page.getForm().restoredAt).toBeNull();

    page.type('phone', '123');
    act(() => vi.advanceTimersByTime(1_000));
    act(() => page.getForm().discard());
    expect(readDraft(getDraftKey())).toBeNull();
    expect(page.values().phone).toBe('12');
    page.unmount();

    writeDraft(getDraftKey(), { phone: '4' });
    const finished = renderForm({ editable: false, state: 'done' });
    expect(finished.values().phone).toBe('1');
    expect(readDraft(getDraftKey())).toBeNull();
  });
});

describe('a newer record', () => {
  it('updates pristine fields and keeps dirty ones', () => {
    const page = renderForm();
    page.type('phone', 'mine');
    page.replaceRecord({ ...read, name: 'Eva', phone: 'theirs', version: 2 });
    expect(page.values()).toEqual({ name: 'Eva', phone: 'mine' });
    expect(page.getForm().saved()).toEqual({ name: 'Eva', phone: 'theirs' });
    expect(page.getForm().dirty).toBe(true);
  });

  it('has the values that a discard restores', () => {
    const page = renderForm();
    page.type('phone', 'mine');
    page.replaceRecord({ ...read, phone: 'theirs', version: 2 });
    act(() => page.getForm().discard());
    expect(page.values().phone).toBe('theirs');
  });
});

it('keeps text that is typed during a save', () => {
  const page = renderForm();
  page.type('phone', 'sent');
  page.type('phone', 'sent and more');
  act(() => page.getForm().markSaved({ name: 'Ana', phone: 'sent' }));
  expect(page.values().phone).toBe('sent and more');
  expect(page.getForm().dirty).toBe(true);
});
