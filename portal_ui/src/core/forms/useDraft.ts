import { useEvent } from 'ra-core';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { type FieldPath, type FieldValues, set, type UseFormReturn } from 'react-hook-form';
import { AutosavedDraft } from './autosavedDraft';
import type { DraftConflict } from './DraftAlerts';
import { applyDirtyValues, getChangedValues } from './dirtyValues';
import { INCOMPLETE } from './inputs/incompleteValue';

/** Options of the draft of a form. */
export interface DraftOptions<T> {
  /** Storage key, or the draft of a new request. The form opens with the content of the latter. */
  key: string | AutosavedDraft<unknown>;
  /** Return the content of a request's draft; by default, all values. */
  getContent?: (values: T) => unknown;
  /** Filter of the form paths to keep; by default all. */
  shouldStore?: (path: string) => boolean;
  /** Neither restore nor save drafts. */
  disabled?: boolean;
  /** Finished form: its draft is deleted. */
  isFinished?: boolean;
}

export interface FormDraft {
  /** Time at which the restored draft was saved (ISO 8601), or null. */
  restoredAt: string | null;
  /** Conflict with the draft of another tab. Nothing is saved until the user chooses. */
  conflict: DraftConflict | null;
  /** Whether changes are saved on this device: without a conflict, and its storage is not full. */
  isAutosaved: boolean;
  drop: () => void;
  /** Delete the draft and save no other one. */
  end: () => void;
}

/** Keep a draft of a form that differs from its `saved` values. It is restored when the form opens again. */
export function useDraft<T extends FieldValues>(
  form: UseFormReturn<T>,
  options: DraftOptions<T>,
  saved: () => T,
): FormDraft {
  const { key, disabled = false, isFinished = false, shouldStore = () => true } = options;
  const { getContent = (values: T): unknown => values } = options;
  const isRequest = typeof key !== 'string';
  const draft = useMemo(() => (typeof key === 'string' ? new AutosavedDraft<unknown>(key) : key), [key]);
  const [restoredAt, setRestoredAt] = useState<string | null>(null);

  // The context's form is another object after each submission, but a draft is restored only once.
  const restore = useEvent(() => {
    const stored = draft.read();
    if (!stored) return;
    if (!applyDirtyValues(form, stored.values)) return draft.drop();
    setRestoredAt(stored.savedAt);
    // Restored values are validated like typed ones, as they may make the form valid.
    void form.trigger(Object.keys(stored.values) as FieldPath<T>[]);
  });
  useEffect(() => {
    if (isFinished) draft.drop();
    else if (!isRequest && !disabled) restore();
  }, [disabled, isFinished, draft, isRequest, restore]);

  const collect = useEvent(() => {
    const changed = Object.entries(getChangedValues(saved(), form.getValues()));
    // The text of a partially typed date is known only to its input.
    const stored = changed.filter(([path, value]) => shouldStore(path) && value !== INCOMPLETE);
    if (stored.length === 0) return null;
    if (!isRequest) return Object.fromEntries(stored);
    const values = structuredClone(saved());
    for (const [path, value] of stored) set(values, path, value);
    return getContent(values);
  });
  const { subscribe } = form;
  useEffect(() => {
    if (disabled) return undefined;
    const stopWatching = draft.watch(collect);
    const unsubscribe = subscribe({ formState: { values: true }, callback: draft.touch });
    return () => {
      stopWatching();
      unsubscribe();
    };
  }, [subscribe, draft, collect, disabled]);

  const isChangedElsewhere = useSyncExternalStore(draft.subscribe, draft.isChangedElsewhere);
  const isAutosaved = useSyncExternalStore(draft.subscribe, draft.isAutosaved);
  const loadStored = useEvent(() => {
    const stored = draft.loadStored();
    if (!stored) return draft.keepLocal();
    form.reset(saved(), { keepFieldsRef: true });
    applyDirtyValues(form, stored.values);
  });
  const conflict = useMemo(
    () => (isChangedElsewhere ? { loadStored, keepLocal: () => draft.keepLocal() } : null),
    [isChangedElsewhere, loadStored, draft],
  );

  const drop = useCallback(() => {
    draft.drop();
    setRestoredAt(null);
  }, [draft]);
  const end = useCallback(() => draft.end(), [draft]);
  return { restoredAt, conflict, isAutosaved, drop, end };
}
