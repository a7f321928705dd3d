// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startSession } from '../../api/session';
import { buildDraftKey, readDraft, writeDraft } from '../forms/drafts';
import { INCOMPLETE } from '../forms/inputs/incompleteValue';
import { PortalForm, usePortalFormContext } from '../forms/PortalForm';
import { withRouter } from '../process/testing';
import { hasShape } from './hasShape';
import { useRequestDraft } from './requestDraft';

interface Values {
  title: string;
  day: string;
  city: string;
}

const read = (stored: unknown) => (hasShape(stored, { title: '', day: '' }) ? stored : null);
const key = () => buildDraftKey('form', 0, 'NEW');

/** Render a form with a suggested city, whose draft has the other values. */
function open(city = 'Batumi') {
  function Form({ children }: { children: ReactNode }) {
    const draft = useRequestDraft('form', 0, read);
    return (
      <PortalForm<Values>
        values={{ title: '', day: '', city }}
        restored={draft.found && { ...draft.found, city }}
        draft={{ key: draft, getContent: ({ title, day }) => ({ title, day }) }}
        onSave={() => undefined}
      >
        {children}
      </PortalForm>
    );
  }
  const { result, unmount } = renderHook(() => usePortalFormContext<Values>(), {
    wrapper: ({ children }) => withRouter(<Form>{children}</Form>),
  });
  const getValues = () => result.current.form.getValues();
  const type = (title: string) => act(() => result.current.form.setValue('title', title));
  return { result, getValues, type, leave: unmount };
}

const getStored = () => readDraft(key())?.values.content;
const wait = () => act(() => vi.advanceTimersByTime(1_000));

beforeEach(() => {
  startSession({ identification: 'client', token: 't', permissions: ['CLIENT'] });
  vi.useFakeTimers();
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
  localStorage.clear();
});

it('is restored from its draft, with the current suggestions', () => {
  const first = open();
  first.type('No spectra');
  first.leave();
  const { getValues } = open('Tbilisi');
  expect(getValues()).toEqual({ title: 'No spectra', day: '', city: 'Tbilisi' });
});

it('does not save a restored draft that was not changed', () => {
  writeDraft(key(), { content: { title: 'No spectra', day: '' } });
  const stored = localStorage.getItem(key());
  open();
  wait();
  expect(localStorage.getItem(key())).toBe(stored);
});

it('has no draft while it equals the suggestions, nor once it does so again', () => {
  const { type } = open();
  type('No spectra');
  wait();
  expect(getStored()).toEqual({ title: 'No spectra', day: '' });
  type('');
  wait();
  expect(getStored()).toBeUndefined();
});

it('does not store an incomplete date, which only its field knows', () => {
  const { result, type } = open();
  type('No spectra');
  act(() => result.current.form.setValue('day', INCOMPLETE));
  wait();
  expect(getStored()).toEqual({ title: 'No spectra', day: '' });
});

it('has the suggestions again after it is cleared', () => {
  writeDraft(key(), { content: { title: 'No spectra', day: '' } });
  const { result, getValues } = open();
  act(() => result.current.discard());
  wait();
  expect(getValues()).toEqual({ title: '', day: '', city: 'Batumi' });
  expect(getStored()).toBeUndefined();
});
