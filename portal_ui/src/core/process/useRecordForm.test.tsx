// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ProcessRecord, ProcessStep } from '../../api/requests';
import { startSession } from '../../api/session';
import { buildDraftKey, readDraft, writeDraft } from '../forms/drafts';
import { aRecord, TestPage } from './testing';
import { useRecordForm } from './useRecordForm';

type Form = { name: string; phone: string };
type Record = ProcessRecord & Form;

const valuesOf = ({ name, phone }: Record): Form => ({ name, phone });
const read = aRecord({ name: 'Ana', phone: '1' });
const key = () => buildDraftKey('test', 7, 'WORK');

beforeEach(() => {
  startSession({ identification: 'ana', token: 't', permissions: ['SERVICE'] });
  vi.useFakeTimers();
});
afterEach(() => {
  localStorage.clear();
  vi.useRealTimers();
});

/** Render the form on a page whose record can be replaced by a newer one. */
function formOn(step: Partial<ProcessStep> = {}) {
  let record = read;
  const wrapper = ({ children }: { children: ReactNode }) => (
    <TestPage record={record} step={step}>
      {children}
    </TestPage>
  );
  const hook = renderHook(() => useRecordForm<Record, Form>({ getValues: valuesOf }), { wrapper });
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
    writeDraft(key(), { phone: '12' });
    const page = formOn();
    expect(page.values()).toEqual({ name: 'Ana', phone: '12' });
    expect(page.getForm().restoredAt).not.toBeNull();
    expect(page.getForm().dirty).toBe(true);
  });

  it('is saved after a debounce, and immediately on unmount', () => {
    const page = formOn();
    page.type('phone', '12');
    expect(readDraft(key())).toBeNull();
    act(() => vi.advanceTimersByTime(1_000));
    expect(readDraft(key())?.leaves).toEqual({ phone: '12' });
    page.type('phone', '123');
    page.unmount();
    expect(readDraft(key())?.leaves).toEqual({ phone: '123' });
  });

  it('is deleted on save, on discard and once its step has ended', () => {
    writeDraft(key(), { phone: '12' });
    const page = formOn();
    act(() => page.getForm().markSaved({ name: 'Ana', phone: '12' }));
    expect(readDraft(key())).toBeNull();
    expect(page.getForm().restoredAt).toBeNull();

    page.type('phone', '123');
    act(() => vi.advanceTimersByTime(1_000));
    act(() => page.getForm().discard());
    expect(readDraft(key())).toBeNull();
    expect(page.values().phone).toBe('12');
    page.unmount();

    writeDraft(key(), { phone: '4' });
    const over = formOn({ editable: false, state: 'done' });
    expect(over.values().phone).toBe('1');
    expect(readDraft(key())).toBeNull();
  });
});

describe('a newer record', () => {
  it('updates pristine fields and keeps dirty ones', () => {
    const page = formOn();
    page.type('phone', 'mine');
    page.replaceRecord({ ...read, name: 'Eva', phone: 'theirs', version: 2 });
    expect(page.values()).toEqual({ name: 'Eva', phone: 'mine' });
    expect(page.getForm().saved()).toEqual({ name: 'Eva', phone: 'theirs' });
    expect(page.getForm().dirty).toBe(true);
  });

  it('has the values that a discard restores', () => {
    const page = formOn();
    page.type('phone', 'mine');
    page.replaceRecord({ ...read, phone: 'theirs', version: 2 });
    act(() => page.getForm().discard());
    expect(page.values().phone).toBe('theirs');
  });
});

it('keeps text that is typed during a save', () => {
  const page = formOn();
  page.type('phone', 'sent');
  page.type('phone', 'sent and more');
  act(() => page.getForm().markSaved({ name: 'Ana', phone: 'sent' }));
  expect(page.values().phone).toBe('sent and more');
  expect(page.getForm().dirty).toBe(true);
});
