import { useEvent } from 'ra-core';
import { useCallback, useMemo, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { hasChanges, rebase } from './dirtyValues';
import { applyServerErrors, type MappedErrors, type ToFormPath } from './serverErrors';
import { type DraftOptions, type FormDraft, useDraft } from './useDraft';

/** State of a form with its saved values and its draft. */
export interface PortalFormState<T extends FieldValues> {
  form: UseFormReturn<T>;
  dirty: boolean;
  /** Time at which the restored draft was saved (ISO 8601), or null. */
  restoredAt: string | null;
  conflict: FormDraft['conflict'];
  isAutosaved: FormDraft['isAutosaved'];
  /** Reset the form to the saved values and delete the draft. */
  discard: () => void;
  /** Delete the draft for good, once the form is submitted and closed. */
  end: () => void;
  /** Return the values last set by a record or a save. */
  saved: () => T;
  /** Set newer saved values; dirty fields keep their values. */
  fill: (next: T) => void;
  /** Set the sent values, or `next`, as saved. Values typed since then stay dirty. */
  markSaved: (sent: T, next?: T) => void;
  /** Set the server's field errors on their fields. */
  applyServerErrors: (error: unknown, toFormPath?: ToFormPath) => MappedErrors;
}

/** Return the state of a form with draft, saved values and server errors. */
export function usePortalForm<T extends FieldValues>(
  form: UseFormReturn<T>,
  first: T,
  draft: DraftOptions<T>,
  dirty: boolean,
): PortalFormState<T> {
  const [baseline] = useState(() => ({ current: first }));
  // Not `useEvent`, as it is called during render, too.
  const saved = useCallback(() => baseline.current, [baseline]);
  const { restoredAt, conflict, isAutosaved, drop, end } = useDraft(form, draft, saved);

  // Not `useEvent`: effects of children call these before this component's layout effects have run.
  const rebaseTo = useCallback(
    (before: T, next: T) => {
      baseline.current = next;
      rebase(form, before, next);
    },
    [form, baseline],
  );
  const fill = useCallback(
    (next: T) => {
      if (hasChanges(baseline.current, next)) rebaseTo(baseline.current, next);
    },
    [baseline, rebaseTo],
  );
  const markSaved = useCallback(
    (sent: T, next: T = sent) => {
      form.clearErrors();
      // Before the values typed since then are set again and saved.
      drop();
      rebaseTo(sent, next);
    },
    [form, rebaseTo, drop],
  );
  const discard = useEvent(() => {
    drop();
    form.reset(baseline.current, { keepFieldsRef: true });
  });
  const applyErrors = useEvent((error: unknown, toFormPath?: ToFormPath) => applyServerErrors(form, error, toFormPath));
  return useMemo(
    () => ({
      form,
      dirty,
      restoredAt,
      conflict,
      isAutosaved,
      discard,
      end,
      saved,
      fill,
      markSaved,
      applyServerErrors: applyErrors,
    }),
    [form, dirty, restoredAt, conflict, isAutosaved, discard, end, saved, fill, markSaved, applyErrors],
  );
}
