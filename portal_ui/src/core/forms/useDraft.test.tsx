// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startSession } from '../../api/session';
import { buildDraftKey, readDraft } from './drafts';
import { useDraft } from './useDraft';

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

it('has no conflict if another tab saved the same draft', () => {
  const form = open();
  writeInOtherTab('theirs');
  act(() => form.current.draft.conflict?.loadStored());
  writeInOtherTab('theirs');
  expect(form.current.draft.conflict).toBeNull();
});
