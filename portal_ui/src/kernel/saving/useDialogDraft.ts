import { useEvent } from 'ra-core';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { type Draft, useDraft } from './useDraft';

export interface DialogDraft {
  dirty: boolean;
  /** When the draft that was put back had been typed. */
  restoredAt: string | null;
  conflict: Draft['conflict'];
  /** Empties the form of what was put back. */
  discard: () => void;
  /** It is sent or given up: nothing comes back. */
  end: () => void;
}

/** The draft of a dialog's form: opened again, after a reload or a new login too, it holds what was typed. */
export function useDialogDraft<T extends FieldValues>(form: UseFormReturn<T>, key: string): DialogDraft {
  const { defaultValues, isDirty } = form.formState;
  const { restoredAt, conflict, drop } = useDraft(form, key, { saved: () => defaultValues });
  const discard = useEvent(() => {
    form.reset();
    drop();
  });
  return { dirty: isDirty, restoredAt, conflict, discard, end: () => drop(true) };
}
