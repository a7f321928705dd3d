// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type UnsavedForm,
  UnsavedForms,
  UnsavedProvider,
  useAnyDirty,
  useKeepsDrafts,
  useUnsavedForm,
} from './unsavedForms';

const discard = vi.fn();
const build = (form: Partial<UnsavedForm>): UnsavedForm => ({ dirty: true, discard, ...form });

function register(...forms: Partial<UnsavedForm>[]) {
  const all = new UnsavedForms();
  for (const form of forms) all.register(Symbol('form'), build(form));
  return all;
}

afterEach(() => {
  cleanup();
  discard.mockReset();
});

describe('the forms of a page', () => {
  it('keep drafts only if each dirty form does', () => {
    expect(register({ keepsDraft: true }, { keepsDraft: false }).allKeepDrafts()).toBe(false);
    expect(register({ keepsDraft: true }, { dirty: false, keepsDraft: false }).allKeepDrafts()).toBe(true);
    expect(register({ keepsDraft: true }, { keepsDraft: true }).allKeepDrafts()).toBe(true);
  });

  it('are dirty if any form is, and count the dirty ones', () => {
    const forms = register({ dirty: false }, {}, {});
    expect([forms.anyDirty(), forms.dirtyCount()]).toEqual([true, 2]);
    const clean = register({ dirty: false });
    expect([clean.anyDirty(), clean.dirtyCount()]).toEqual([false, 0]);
  });

  it('upload files only while a dirty form does', () => {
    expect(register({ uploading: true }, {}).anyUploading()).toBe(true);
    expect(register({ dirty: false, uploading: true }, {}).anyUploading()).toBe(false);
  });

  it('are all clean once they are discarded', () => {
    const forms = register({}, { dirty: false }, {});
    const listener = vi.fn();
    forms.subscribe(listener);
    forms.discardAll();
    expect(discard).toHaveBeenCalledTimes(3);
    expect(forms.anyDirty()).toBe(false);
    expect(listener).toHaveBeenCalled();
  });

  it('discard only those that are dirty if asked to', () => {
    const keep = vi.fn();
    const forms = register({}, { dirty: false, discard: keep });
    const listener = vi.fn();
    forms.subscribe(listener);
    forms.discardDirty();
    expect([discard.mock.calls.length, keep.mock.calls.length]).toEqual([1, 0]);
    expect(forms.anyDirty()).toBe(false);
    expect(listener).toHaveBeenCalled();
  });

  it('keep the drafts that the leave prompt did not offer to keep', () => {
    const deleteDraft = vi.fn();
    register({}, { keepsDraft: true, discard: deleteDraft }).discardDirty();
    expect([discard.mock.calls.length, deleteDraft.mock.calls.length]).toEqual([1, 0]);
    register({ keepsDraft: true, discard: deleteDraft }).discardDirty();
    expect(deleteDraft).toHaveBeenCalledOnce();
  });

  it('have the differences of each form to the newer record', () => {
    const difference = { path: 'a', label: 'A', serverValue: 'x', localValue: null };
    const forms = register({ differences: () => [difference] }, {}, { differences: (latest) => latest as never });
    const other = { ...difference, path: 'b' };
    expect(forms.differences([other])).toEqual([difference, other]);
  });
});

it('registers a form while it is mounted, with its latest state', () => {
  const forms = new UnsavedForms();
  const wrapper = ({ children }: { children: ReactNode }) => createElement(UnsavedProvider, { value: forms }, children);
  const page = renderHook(() => ({ isDirty: useAnyDirty(), keepsDrafts: useKeepsDrafts() }), { wrapper });
  const form = renderHook((state: UnsavedForm) => useUnsavedForm(state), {
    wrapper,
    initialProps: build({ dirty: false }),
  });
  expect(page.result.current).toEqual({ isDirty: false, keepsDrafts: true });
  form.rerender(build({ uploading: true }));
  page.rerender();
  expect(page.result.current).toEqual({ isDirty: true, keepsDrafts: false });
  expect(forms.anyUploading()).toBe(true);
  form.rerender(build({ keepsDraft: true }));
  page.rerender();
  expect(page.result.current).toEqual({ isDirty: true, keepsDrafts: true });
  expect(forms.dirtyCount()).toBe(1);
  form.unmount();
  page.rerender();
  expect(page.result.current.isDirty).toBe(false);
});
