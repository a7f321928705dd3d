import { useCallback } from 'react';
import type { FieldErrors, FieldValues } from 'react-hook-form';
import type { ToFormPath } from '../saving/serverErrors';
import type { WriteCall } from './processContext';
import type { RecordForm } from './useRecordForm';
import { useProcessSave } from './useRecordWriter';

interface Options<T> {
  write: (values: T) => WriteCall;
  done: string;
  toFormPath?: ToFormPath;
  /** Something is wrong in a field that may not be on the screen. */
  onInvalid?: (errors: FieldErrors) => void;
}

/** Saves a record's form: the first bad field is focused; what was sent is what is saved from then on. */
export function useFormSave<T extends FieldValues>(
  { form, markSaved }: RecordForm<T>,
  options: Options<T>,
): () => void {
  const { run } = useProcessSave();
  const { write, done, toFormPath, onInvalid } = options;
  return useCallback(() => {
    void form.handleSubmit(
      async (values) => {
        const sent = structuredClone(values) as T;
        await run(write(sent), { done, form, ...(toFormPath ? { toFormPath } : {}), onSaved: () => markSaved(sent) });
      },
      (errors) => onInvalid?.(errors),
    )();
  }, [form, run, write, done, toFormPath, markSaved, onInvalid]);
}
