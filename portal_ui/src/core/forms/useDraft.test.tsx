// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startSession } from '../../api/session';
import { buildDraftKey, readDraft } from './drafts';
import { INCOMPLETE } from './inputs/incompleteValue';
import { type DraftOptions, useDraft } from './useDraft';

const saved = { title: '' };
let key = '';

beforeEach(() => {
  vi.useFakeTimers();
  startSession({ identification: 'ana', token: 't', permissions: ['CLIENT'] });
  key = buildDraftKey('support', 0, 'NEW');
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  localStorage.clear();
  vi.useRealTimers();
});

const render = () =>
  renderHook(() => {
    const form = useForm({ defaultValues: saved });
    return { form, draft: useDraft(form, { key }, () => saved) };
  });
const open = () => render().result;

/** Simulate the storage event of another tab that saves a draft. */
function writeInOtherTab(title: string) {
  const oldValue = localStorage.getItem(key);
  const newValue = JSON.stringify({ leaves: { title }, savedAt: new Date().toISOString() });
  localStorage.setItem(key, newValue);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue })));
}

/** Simulate the storage event of another tab that deletes the draft. */
function deleteInOtherTab() {
  const oldValue = localStorage.getItem(key);
  localStorage.removeItem(key);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue: null })));
}

async function type(form: ReturnType<typeof open>, title: string) {
  await act(async () => {
    form.current.form.setValue('title', title);
    await vi.advanceTimersByTimeAsync(1_000);
  });
}

const getStored = () => readDraft(key)?.values.title;

it.each(['hidden', 'visible'] as const)('is saved at once if the tab becomes hidden, not visible: %s', (state) => {
  const form = open();
  act(() => form.current.form.setValue('title', 'mine'));
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(getStored()).toBe(state === 'hidden' ? 'mine' : undefined);
});

it('is saved while the user types without a pause', async () => {
  const form = open();
  for (const title of ['m', 'mi', 'min', 'mine']) {
    await act(async () => {
      form.current.form.setValue('title', title);
      await vi.advanceTimersByTimeAsync(300);
    });
  }
  expect(getStored()).toBeDefined();
});

it('ends without another save when the form closes', () => {
  const { result, unmount } = render();
  act(() => result.current.form.setValue('title', 'mine'));
  act(() => result.current.draft.end());
  act(() => result.current.form.setValue('title', 'mine again'));
  unmount();
  expect(getStored()).toBeUndefined();
});

it('does not overwrite a draft of another tab until this draft is chosen', async () => {
  const form = open();
  await type(form, 'mine');
  expect(getStored()).toBe('mine');
  writeInOtherTab('theirs');
  await type(form, 'mine and more');
  expect(getStored()).toBe('theirs');
  act(() => form.current.draft.conflict?.keepLocal());
  expect(getStored()).toBe('mine and more');
  expect(form.current.draft.conflict).toBeNull();
});

it('restores the draft of the other tab if that is chosen', async () => {
  const form = open();
  await type(form, 'mine');
  writeInOtherTab('theirs');
  act(() => form.current.draft.conflict?.loadStored());
  expect(form.current.form.getValues('title')).toBe('theirs');
  expect(form.current.draft.conflict).toBeNull();
});

describe('a draft that the other tab deleted, as it saved the record', () => {
  it('ends the conflict, and the own draft is saved', async () => {
    const form = open();
    await type(form, 'mine');
    writeInOtherTab('theirs');
    deleteInOtherTab();
    expect(form.current.draft.conflict).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(getStored()).toBe('mine');
    expect(form.current.form.getValues('title')).toBe('mine');
  });

  it('leaves the form as typed if it was chosen before the event', async () => {
    const form = open();
    await type(form, 'mine');
    writeInOtherTab('theirs');
    localStorage.removeItem(key);
    act(() => form.current.draft.conflict?.loadStored());
    expect(form.current.form.getValues('title')).toBe('mine');
    expect(getStored()).toBe('mine');
    expect(form.current.draft.conflict).toBeNull();
  });
});

it('keeps the draft of the other tab, and the conflict, if this one is discarded', async () => {
  const form = open();
  await type(form, 'mine');
  writeInOtherTab('theirs');
  act(() => form.current.draft.drop());
  expect(getStored()).toBe('theirs');
  expect(form.current.draft.conflict).not.toBeNull();
});

it('is not autosaved in a conflict, nor while the storage of the browser is full', async () => {
  const form = open();
  await type(form, 'mine');
  expect(form.current.draft.isAutosaved).toBe(true);
  writeInOtherTab('theirs');
  expect(form.current.draft.isAutosaved).toBe(false);
  act(() => form.current.draft.conflict?.keepLocal());
  expect(form.current.draft.isAutosaved).toBe(true);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await type(form, 'mine and more');
  expect(form.current.draft.isAutosaved).toBe(false);
});

it('has no conflict if another tab saved the draft of another form', () => {
  const form = open();
  const newValue = JSON.stringify({ leaves: { title: 'theirs' }, savedAt: new Date().toISOString() });
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: `${key}2`, oldValue: null, newValue })));
  expect(form.current.draft.conflict).toBeNull();
});

it('ends the conflict when this draft is discarded after the other tab deleted its own', async () => {
  const form = open();
  await type(form, 'mine');
  writeInOtherTab('theirs');
  localStorage.removeItem(key);
  act(() => form.current.draft.drop());
  expect(form.current.draft.conflict).toBeNull();
});

describe('a form with several values', () => {
  const initial = { title: '', note: '', rows: [{ price: '' }] };
  const openForm = (options: Partial<DraftOptions<typeof initial>> = {}) =>
    renderHook(() => {
      const form = useForm({ defaultValues: initial });
      return { form, draft: useDraft(form, { key, ...options }, () => initial) };
    }).result;
  const store = (leaves: object) =>
    localStorage.setItem(key, JSON.stringify({ leaves, savedAt: '2026-11-20T12:00:00Z' }));
  beforeEach(() => vi.setSystemTime('2026-11-20T18:00:00Z'));

  it('has the restored values, those of rows that still exist, and the time of the draft', () => {
    store({ title: 'mine', 'rows.0.price': '5', 'rows.4.price': '9' });
    const form = openForm();
    expect(form.current.form.getValues()).toEqual({ title: 'mine', note: '', rows: [{ price: '5' }] });
    expect(form.current.draft.restoredAt).toBe('2026-11-20T12:00:00Z');
    act(() => form.current.draft.drop());
    expect(form.current.draft.restoredAt).toBeNull();
  });

  it('deletes a draft that has only saved values', () => {
    store({ title: '' });
    const form = openForm();
    expect(form.current.draft.restoredAt).toBeNull();
    expect(localStorage.getItem(key)).toBeNull();
  });

  it('neither restores nor saves its draft while that is disabled, and keeps it', async () => {
    store({ title: 'mine' });
    const form = openForm({ disabled: true });
    await act(async () => {
      form.current.form.setValue('note', 'typed');
      await vi.advanceTimersByTimeAsync(1_000);
    });
    expect(form.current.form.getValues('title')).toBe('');
    expect(readDraft(key)?.values).toEqual({ title: 'mine' });
  });

  it('stores only the values that differ from the saved ones and may be stored', async () => {
    const form = openForm({ shouldStore: (path) => path !== 'note' });
    await act(async () => {
      form.current.form.setValue('title', 'mine');
      form.current.form.setValue('note', 'secret');
      await vi.advanceTimersByTimeAsync(1_000);
    });
    expect(readDraft(key)?.values).toEqual({ title: 'mine' });
  });

  it('has only the values of the draft of the other tab once that is chosen', async () => {
    const form = openForm();
    await act(async () => {
      form.current.form.setValue('note', 'mine');
      await vi.advanceTimersByTimeAsync(1_000);
    });
    writeInOtherTab('theirs');
    act(() => form.current.draft.conflict?.loadStored());
    expect(form.current.form.getValues()).toEqual({ ...initial, title: 'theirs' });
  });

  it('saves nothing more after it was left', async () => {
    const { result, unmount } = renderHook(() => {
      const form = useForm({ defaultValues: initial });
      return { form, draft: useDraft(form, { key }, () => initial) };
    });
    unmount();
    act(() => result.current.form.setValue('title', 'later'));
    act(() => void vi.advanceTimersByTime(1_000));
    expect(localStorage.getItem(key)).toBeNull();
  });
});

it('has no conflict if another tab saved the same draft', () => {
  const form = open();
  writeInOtherTab('theirs');
  act(() => form.current.draft.conflict?.loadStored());
  writeInOtherTab('theirs');
  expect(form.current.draft.conflict).toBeNull();
});

it('does not store a date that is typed only in part', async () => {
  const form = open();
  await type(form, INCOMPLETE);
  expect(localStorage.getItem(key)).toBeNull();
});

it('is validated like typed text once it is restored', async () => {
  localStorage.setItem(key, JSON.stringify({ leaves: { title: 'x' }, savedAt: new Date().toISOString() }));
  const { result } = renderHook(() => {
    const form = useForm({ defaultValues: saved });
    form.register('title', { validate: () => 'Too short' });
    const { errors } = form.formState;
    return { errors, draft: useDraft(form, { key }, () => saved) };
  });
  await act(async () => {});
  expect(result.current.errors.title?.message).toBe('Too short');
});

it('is restored once, not again when its form becomes another object', () => {
  localStorage.setItem(key, JSON.stringify({ leaves: { title: 'mine' }, savedAt: new Date().toISOString() }));
  const useVersion = (version: number) => {
    const first = useForm({ defaultValues: saved });
    const form = useMemo(() => ({ ...first, version }), [first, version]);
    return { form, draft: useDraft(form, { key }, () => saved) };
  };
  // In strict mode the draft would be restored twice.
  const { result, rerender } = renderHook(useVersion, { initialProps: 1, reactStrictMode: false });
  expect(result.current.form.getValues('title')).toBe('mine');
  act(() => result.current.form.setValue('title', 'mine and more'));
  // before the autosave
  rerender(2);
  expect(result.current.form.getValues('title')).toBe('mine and more');
});
