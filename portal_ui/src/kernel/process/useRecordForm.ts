import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  get,
  type PathValue,
  set,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { draftKey, dropDraft, readDraft, writeDraft } from '../saving/drafts';
import { changedLeaves, type Difference, differencesOf } from '../saving/merge';
import { useUnsavedForm } from '../saving/unsavedForms';
import { useProcess } from './processContext';
import type { ProcessRecord } from './types';

interface Options<R extends ProcessRecord, T extends FieldValues> {
  /** The form's values as the record has them. Keep it steady (outside the component or memoised). */
  valuesOf: (record: R) => T;
  /** Path to message for what is wrong. Keep it steady. */
  problemsOf?: (values: T) => Record<string, string>;
  /** The name of a field, to tell which ones somebody else changed. */
  labelOf?: (path: string) => string;
}

export interface RecordForm<T extends FieldValues> {
  form: UseFormReturn<T>;
  dirty: boolean;
  /** When the draft that was put back had been typed. */
  restoredAt: string | null;
  /** Goes back to what is saved. */
  discard: () => void;
  /** What the server has now; what was typed since it was sent stays typed. */
  markSaved: (saved: T) => void;
  /** What was filled in last, by the record or a save. */
  saved: () => T;
}

const draftDelay = 700;

/** A form filled from the record that never loses what is typed: it survives newer records, a reload, a dropped line. */
export function useRecordForm<R extends ProcessRecord, T extends FieldValues>(options: Options<R, T>): RecordForm<T> {
  const { record, kind, step, editable } = useProcess<R>();
  const { valuesOf, problemsOf, labelOf } = options;
  const key = draftKey(kind.kind, record.id, step.key);
  const [restoredAt, setRestoredAt] = useState<string | null>(null);
  const [baseline] = useState(() => ({ current: valuesOf(record) }));
  const form = useForm<T>({
    defaultValues: baseline.current as DefaultValues<T>,
    mode: 'onTouched',
    resolver: (values) => ({ values, errors: errorsOf(problemsOf?.(values) ?? {}) }) as never,
  });
  const dirty = form.formState.isDirty;
  const over = step.state === 'done';

  /** Makes `next` what is saved; what was typed over `before` stays typed. */
  const fill = useCallback(
    (next: T, before: T) => {
      const typed = changedLeaves(before, form.getValues());
      baseline.current = next;
      // The fields keep their elements: rows of a long table are not drawn again for this.
      form.reset(next, { keepFieldsRef: true, keepErrors: true });
      for (const [path, value] of Object.entries(typed)) {
        // A row that came or went with the newer record was not typed into.
        if (get(before, path) === undefined || get(next, path) === undefined) continue;
        form.setValue(path as FieldPath<T>, value as PathValue<T, FieldPath<T>>, { shouldDirty: true });
      }
    },
    [form, baseline],
  );

  // A newer record fills the fields that were not touched.
  const filled = useRef(record);
  useLayoutEffect(() => {
    if (filled.current === record) return;
    filled.current = record;
    const next = valuesOf(record);
    if (Object.keys(changedLeaves(baseline.current, next)).length > 0) fill(next, baseline.current);
  }, [record, valuesOf, fill, baseline]);

  useEffect(() => {
    if (!editable) {
      if (over) dropDraft(key);
      return;
    }
    const draft = readDraft(key);
    if (!draft) return;
    let used = false;
    for (const [path, value] of Object.entries(draft.leaves)) {
      const now = get(form.getValues(), path);
      if (now === undefined || JSON.stringify(now) === JSON.stringify(value)) continue;
      form.setValue(path as FieldPath<T>, value as PathValue<T, FieldPath<T>>, { shouldDirty: true });
      used = true;
    }
    if (used) setRestoredAt(draft.savedAt);
    else dropDraft(key);
  }, [editable, over, key, form]);

  useDraftWriter(form, key, editable, baseline);

  const discard = useCallback(() => {
    dropDraft(key);
    form.reset(baseline.current, { keepFieldsRef: true });
    setRestoredAt(null);
  }, [form, key, baseline]);

  const markSaved = useCallback(
    (sent: T) => {
      form.clearErrors();
      fill(sent, sent);
      dropDraft(key);
      setRestoredAt(null);
    },
    [form, fill, key],
  );

  const differences = useCallback(
    (fresh: unknown): Difference[] => {
      if (!labelOf) return [];
      return differencesOf(baseline.current, valuesOf(fresh as R), form.getValues(), { label: labelOf });
    },
    [form, labelOf, valuesOf, baseline],
  );
  useUnsavedForm({ dirty: dirty && editable, discard, differences, keepsDraft: true });

  return useMemo(
    () => ({ form, dirty, restoredAt, discard, markSaved, saved: () => baseline.current }),
    [form, dirty, restoredAt, discard, markSaved, baseline],
  );
}

/** Problems by path as the nested errors that react-hook-form keeps. */
export function errorsOf(problems: Record<string, string>): FieldErrors {
  const errors: FieldErrors = {};
  for (const [path, message] of Object.entries(problems)) set(errors, path, { type: 'rule', message });
  return errors;
}

/** Writes the draft a moment after the last key, and at once when the form leaves the screen. */
function useDraftWriter<T extends FieldValues>(
  form: UseFormReturn<T>,
  key: string,
  editable: boolean,
  baseline: { current: T },
): void {
  useEffect(() => {
    if (!editable) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = () => {
      timer = undefined;
      writeDraft(key, changedLeaves(baseline.current, form.getValues()));
    };
    const flush = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      write();
    };
    const stop = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer);
        timer = setTimeout(write, draftDelay);
      },
    });
    window.addEventListener('pagehide', flush);
    return () => {
      flush();
      stop();
      window.removeEventListener('pagehide', flush);
    };
  }, [form, key, editable, baseline]);
}
