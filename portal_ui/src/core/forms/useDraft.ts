import { useEvent } from 'ra-core';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import type { DraftConflict } from './DraftAlerts';
import { applyDirtyValues, getChangedValues } from './dirtyValues';
import { deleteDraft, onDraftChangedElsewhere, readDraft, writeDraft } from './drafts';
import { INCOMPLETE } from './inputs/incompleteValue';

const SAVE_DELAY_MS = 700;

interface Options {
  /** What the form was filled with: the draft keeps what differs from it. */
  saved: () => unknown;
  /** Whether a part of the form is kept, by its path; all of it where absent. */
  keeps?: (path: string) => boolean;
  /** Nothing is put back, and nothing written. */
  disabled?: boolean;
  /** The form is done with for good: what is left of its draft goes. */
  over?: boolean;
}

export interface Draft {
  /** When the draft that was put back had been typed. */
  restoredAt: string | null;
  /** Another tab has written another draft of the same form: nothing is written here until one of the two is chosen. */
  conflict: DraftConflict | null;
  /** The draft is done with; `forGood` where this form writes none any more. */
  drop: (forGood?: boolean) => void;
}

/**
 * Keeps what is typed into a form on this device, and puts it back where the form is opened again: after a reload, a
 * dropped line, the end of a session. It is written a moment after the last key, and at once when the form leaves the screen.
 */
export function useDraft<T extends FieldValues>(form: UseFormReturn<T>, key: string, options: Options): Draft {
  const { disabled = false, over = false, keeps = () => true } = options;
  const [restoredAt, setRestoredAt] = useState<string | null>(null);
  const [isChangedElsewhere, showChangedElsewhere] = useState(false);
  const isBlocked = useRef(false);
  const setChangedElsewhere = useCallback((isChanged: boolean) => {
    isBlocked.current = isChanged;
    showChangedElsewhere(isChanged);
  }, []);
  const ended = useRef(false);

  useEffect(() => {
    if (over) deleteDraft(key);
    const draft = over || disabled ? null : readDraft(key);
    if (!draft) return;
    if (!applyDirtyValues(form, draft.leaves)) return deleteDraft(key);
    setRestoredAt(draft.savedAt);
    // Restored values are validated like typed ones, as they may make the form valid.
    void form.trigger(Object.keys(draft.leaves) as FieldPath<T>[]);
  }, [disabled, over, key, form]);

  const write = useEvent(() => {
    if (ended.current || isBlocked.current) return;
    const leaves = Object.entries(getChangedValues(options.saved(), form.getValues()));
    // What stands in a half-typed day is known to its field alone.
    writeDraft(key, Object.fromEntries(leaves.filter(([path, value]) => keeps(path) && value !== INCOMPLETE)));
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
  const takeOther = useEvent(() => {
    const draft = readDraft(key);
    form.reset(options.saved() as T, { keepFieldsRef: true });
    if (draft) applyDirtyValues(form, draft.leaves);
    setChangedElsewhere(false);
  });
  const keepThis = useEvent(() => {
    setChangedElsewhere(false);
    write();
  });
  const conflict = useMemo(
    () => (isChangedElsewhere ? { takeOther, keepLocal: keepThis } : null),
    [isChangedElsewhere, takeOther, keepThis],
  );

  const drop = useEvent((forGood: boolean = false) => {
    ended.current = forGood;
    deleteDraft(key);
    setRestoredAt(null);
    setChangedElsewhere(false);
  });
  return { restoredAt, conflict, drop };
}
