import { useEvent } from 'ra-core';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import type { DraftConflict } from './DraftAlerts';
import { applyDirtyValues, getChangedValues } from './dirtyValues';
import { deleteDraft, onDraftChangedElsewhere, readDraft, writeDraft } from './drafts';
import { INCOMPLETE } from './inputs/incompleteValue';

const SAVE_DELAY_MS = 700;

interface Options {
  /** Return the saved values; the draft contains the values that differ. */
  saved: () => unknown;
  /** Filter of the form paths to keep; by default all. */
  shouldStore?: (path: string) => boolean;
  /** Neither restore nor save drafts. */
  disabled?: boolean;
  /** Finished form: its draft is deleted. */
  isFinished?: boolean;
}

export interface Draft {
  /** Time at which the restored draft was saved (ISO 8601), or null. */
  restoredAt: string | null;
  /** Conflict with the draft of another tab. Nothing is saved until the user chooses. */
  conflict: DraftConflict | null;
  /** Delete the draft; with `permanently`, the form does not save another one. */
  drop: (permanently?: boolean) => void;
}

/**
 * Keep a draft of a form on this device, and restore it when the form opens again. It survives reloads, network errors
 * and expired sessions. It is saved after a debounce, and immediately when the form unmounts or the page is hidden.
 */
export function useDraft<T extends FieldValues>(form: UseFormReturn<T>, key: string, options: Options): Draft {
  const { disabled = false, isFinished = false, shouldStore = () => true } = options;
  const [restoredAt, setRestoredAt] = useState<string | null>(null);
  const [isChangedElsewhere, showChangedElsewhere] = useState(false);
  const isBlocked = useRef(false);
  const setChangedElsewhere = useCallback((isChanged: boolean) => {
    isBlocked.current = isChanged;
    showChangedElsewhere(isChanged);
  }, []);
  const ended = useRef(false);

  useEffect(() => {
    if (isFinished) deleteDraft(key);
    const draft = isFinished || disabled ? null : readDraft(key);
    if (!draft) return;
    if (!applyDirtyValues(form, draft.values)) return deleteDraft(key);
    setRestoredAt(draft.savedAt);
    // Restored values are validated like typed ones, as they may make the form valid.
    void form.trigger(Object.keys(draft.values) as FieldPath<T>[]);
  }, [disabled, isFinished, key, form]);

  const write = useEvent(() => {
    if (ended.current || isBlocked.current) return;
    const entries = Object.entries(getChangedValues(options.saved(), form.getValues()));
    // The text of a partially typed date is known only to its input.
    writeDraft(key, Object.fromEntries(entries.filter(([path, value]) => shouldStore(path) && value !== INCOMPLETE)));
  });
  useEffect(() => {
    if (disabled) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      write();
    };
    const stop = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer);
        timer = setTimeout(flush, SAVE_DELAY_MS);
      },
    });
    window.addEventListener('pagehide', flush);
    return () => {
      flush();
      stop();
      window.removeEventListener('pagehide', flush);
    };
  }, [form, write, disabled]);

  useEffect(
    () => (disabled ? undefined : onDraftChangedElsewhere(key, () => setChangedElsewhere(true))),
    [key, disabled, setChangedElsewhere],
  );
  const loadStored = useEvent(() => {
    const draft = readDraft(key);
    form.reset(options.saved() as T, { keepFieldsRef: true });
    if (draft) applyDirtyValues(form, draft.values);
    setChangedElsewhere(false);
  });
  const keepLocal = useEvent(() => {
    setChangedElsewhere(false);
    write();
  });
  const conflict = useMemo(
    () => (isChangedElsewhere ? { loadStored, keepLocal } : null),
    [isChangedElsewhere, loadStored, keepLocal],
  );

  const drop = useEvent((permanently: boolean = false) => {
    ended.current = permanently;
    deleteDraft(key);
    setRestoredAt(null);
    setChangedElsewhere(false);
  });
  return { restoredAt, conflict, drop };
}
