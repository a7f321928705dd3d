// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startSession } from '../../api/session';
import { required, validate } from '../forms/validators';
import { hasShape } from './hasShape';
import { useRequestDraft } from './requestDraft';
import { useDraftedForm } from './useDraftedForm';

interface Values {
  title: string;
  city: string;
}

const read = (stored: unknown) => (hasShape(stored, { title: '' }) ? stored : null);

/** Render a form with a suggested city, whose draft has only the title. */
function open(city = 'Batumi') {
  const { result, unmount } = renderHook(() => {
    const draft = useRequestDraft('form', 0, read);
    return useDraftedForm<Values, { title: string }>({
      draft,
      blank: { title: '', city },
      found: draft.found && { ...draft.found, city },
      getContent: ({ title }) => ({ title }),
      validate: (values) => validate(values, { title: required }),
    });
  });
  const type = (title: string) => act(() => result.current.form.setValue('title', title));
  return { result, type, leave: unmount };
}

beforeEach(() => {
  startSession({ identification: 'client', token: 't', permissions: ['CLIENT'] });
  vi.useFakeTimers();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  localStorage.clear();
});

describe('a form with a draft', () => {
  it('is restored from its draft, with the current suggestions', () => {
    const first = open();
    expect(first.result.current.isPristine).toBe(true);
    first.type('No spectra');
    expect(first.result.current.isPristine).toBe(false);
    first.leave();
    const { result } = open('Tbilisi');
    expect(result.current.form.getValues()).toEqual({ title: 'No spectra', city: 'Tbilisi' });
    expect(result.current.isPristine).toBe(false);
  });

  it('has no draft while it equals the suggestions, nor once it does so again', () => {
    const { type } = open();
    type('No spectra');
    act(() => vi.advanceTimersByTime(1_000));
    expect(localStorage).toHaveLength(2);
    type('');
    act(() => vi.advanceTimersByTime(1_000));
    expect(localStorage).toHaveLength(1);
  });

  it('has the suggestions again after it is cleared', () => {
    const { result, type } = open();
    type('No spectra');
    act(() => result.current.clear());
    expect(result.current.form.getValues()).toEqual({ title: '', city: 'Batumi' });
    expect(result.current.isPristine).toBe(true);
  });

  it('is validated on submit', async () => {
    const { result } = open();
    const sent = vi.fn();
    await act(() => result.current.form.handleSubmit(sent)());
    expect(sent).not.toHaveBeenCalled();
    expect(result.current.form.getFieldState('title').error?.message).toBe('saving.rule.required');
  });
});
