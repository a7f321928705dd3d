import { useEvent } from 'ra-core';
import { useCallback, useMemo, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { getChangedValues, rebase } from './dirtyValues';
import { applyServerErrors, type MappedErrors, type ToFormPath } from './serverErrors';
import { type Draft, useDraft } from './useDraft';

/** How the draft of a form is kept on this device. */
export interface DraftOptions {
  key: string;
  /** Whether a part of the form is kept, by its path; all of it where absent. */
  keeps?: (path: string) => boolean;
  /** Nothing is put back, and nothing written. */
  disabled?: boolean;
  /** The form is done with for good: what is left of its draft goes. */
  over?: boolean;
}

/** A form with its draft: what is saved, what is typed over it, and what becomes of either. */
export interface PortalFormState<T extends FieldValues> {
  form: UseFormReturn<T>;
  dirty: boolean;
  /** When the draft that was put back had been typed. */
  restoredAt: string | null;
  conflict: Draft['conflict'];
  /** Goes back to what is saved. */
  discard: () => void;
  /** Removes the draft once its form was sent and is closed: nothing comes back. */
  end: () => void;
  /** Values last set by a record or a save. */
  saved: () => T;
  /** Fills in newer values; what was typed over the saved ones stays typed. */
  fill: (next: T) => void;
  /** Makes what was sent the saved values, or what the server made of it; what was typed since stays typed. */
  markSaved: (sent: T, next?: T) => void;
  /** Shows the server's field errors on their fields. */
  applyServerErrors: (error: unknown, toFormPath?: ToFormPath) => MappedErrors;
}

/** The draft, saved values and server errors of a form. */
export function usePortalForm<T extends FieldValues>(
  form: UseFormReturn<T>,
  first: T,
  draft: DraftOptions,
  dirty: boolean,
): PortalFormState<T> {
  const [baseline] = useState(() => ({ current: first }));
  // Read in renders, too.
  const saved = useCallback(() => baseline.current, [baseline]);
  const { key, ...options } = draft;
  const { restoredAt, conflict, drop } = useDraft(form, key, { ...options, saved });

  // No events of react-admin, which cannot be called before the layout effects of what is around them have run.
  const rebaseTo = useCallback(
    (before: T, next: T) => {
      baseline.current = next;
      rebase(form, before, next);
    },
    [form, baseline],
  );
  const fill = useCallback(
    (next: T) => {
      if (Object.keys(getChangedValues(baseline.current, next)).length > 0) rebaseTo(baseline.current, next);
    },
    [baseline, rebaseTo],
  );
  const markSaved = useCallback(
    (sent: T, next: T = sent) => {
      form.clearErrors();
      rebaseTo(sent, next);
      drop();
    },
    [form, rebaseTo, drop],
  );
  const discard = useEvent(() => {
    drop();
    form.reset(baseline.current, { keepFieldsRef: true });
  });
  const end = useEvent(() => drop(true));
  const applyErrors = useEvent((error: unknown, toFormPath?: ToFormPath) => applyServerErrors(form, error, toFormPath));
  return useMemo(
    () => ({ form, dirty, restoredAt, conflict, discard, end, saved, fill, markSaved, applyServerErrors: applyErrors }),
    [form, dirty, restoredAt, conflict, discard, end, saved, fill, markSaved, applyErrors],
  );
}
