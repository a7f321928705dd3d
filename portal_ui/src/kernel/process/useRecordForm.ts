import { useEvent, useTranslate } from 'ra-core';
import { useLayoutEffect, useMemo, useState } from 'react';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import { draftKey } from '../saving/drafts';
import { changedLeaves, differencesOf, type Naming, overlapsOf, rebase } from '../saving/merge';
import { type Problems, resolverOf } from '../saving/rules';
import { applyServerErrors, type ToFormPath } from '../saving/serverErrors';
import { useUnsavedForm } from '../saving/unsavedForms';
import { type Draft, useDraft } from '../saving/useDraft';
import { useProcess, type WriteCall } from './processContext';
import type { ProcessRecord, SaveAnswer } from './types';
import { type Merging, useProcessSave } from './useRecordWriter';

interface Options<R extends ProcessRecord, T extends FieldValues> {
  /** Which of the tab's forms it is, where it has several. */
  part?: string;
  /** The form's values as the record has them. */
  valuesOf: (record: R) => T;
  /** What is wrong with them. */
  problemsOf?: (values: T) => Problems;
  /** The name of a field, to tell which ones somebody else changed. */
  labelOf?: (path: string) => string;
  /** A value in words, beside that name; as it is where nothing is said. */
  textOf?: Naming['text'];
  /** When a field is judged; those of a table as soon as they are left. */
  mode?: 'onSubmit' | 'onTouched';
}

export interface RecordForm<T extends FieldValues> {
  form: UseFormReturn<T>;
  dirty: boolean;
  /** When the draft that was put back had been typed. */
  restoredAt: string | null;
  conflict: Draft['conflict'];
  /** Goes back to what is saved. */
  discard: () => void;
  /** What the server has now; what was typed since it was sent stays typed. */
  markSaved: (saved: T) => void;
  /** What was filled in last, by the record or a save. */
  saved: () => T;
  /** What somebody else saved and what is typed here, put together. */
  merging: Omit<Merging, 'again'>;
}

/** The name under which a form of the open tab keeps its draft. */
export const recordDraftKey = (
  page: { kind: { kind: string }; record: { id: number }; step: { key: string } },
  part = '',
) => draftKey(page.kind.kind, page.record.id, page.step.key + part);

const unnamed = () => '';
const noProblems = (): Problems => ({});

/** A form filled from the record that never loses what is typed: it survives newer records, a reload, a dropped line. */
export function useRecordForm<R extends ProcessRecord, T extends FieldValues>(options: Options<R, T>): RecordForm<T> {
  const page = useProcess<R>();
  const { record, step, editable } = page;
  const { part, valuesOf, problemsOf = noProblems, labelOf = unnamed, textOf, mode = 'onSubmit' } = options;
  const translate = useTranslate();
  const [baseline] = useState(() => ({ current: valuesOf(record) }));
  const form = useForm<T>({
    defaultValues: baseline.current as DefaultValues<T>,
    mode,
    resolver: resolverOf(problemsOf),
  });
  const dirty = form.formState.isDirty;

  /** Makes `next` what is saved; what was typed over `before` stays typed. */
  const fill = (next: T, before: T) => {
    baseline.current = next;
    rebase(form, before, next);
  };

  // A newer record fills the fields that were not touched.
  const fillFrom = useEvent((newer: R) => {
    const next = valuesOf(newer);
    if (Object.keys(changedLeaves(baseline.current, next)).length > 0) fill(next, baseline.current);
  });
  useLayoutEffect(() => fillFrom(record), [record, fillFrom]);

  const { restoredAt, conflict, drop } = useDraft(form, recordDraftKey(page, part), {
    saved: () => baseline.current,
    disabled: !editable,
    over: !editable && step.state === 'done',
  });

  const discard = useEvent(() => {
    drop();
    form.reset(baseline.current, { keepFieldsRef: true });
  });

  const markSaved = useEvent((sent: T) => {
    form.clearErrors();
    fill(sent, sent);
    drop();
  });

  const differences = useEvent((fresh: unknown) =>
    differencesOf(baseline.current, valuesOf(fresh as R), form.getValues(), { label: labelOf, text: textOf }),
  );
  useUnsavedForm({ dirty: dirty && editable, discard, differences, keepsDraft: true });

  const overlaps = useEvent((fresh: ProcessRecord) => {
    // What has no name of its own is typed as well.
    const label = (path: string) => labelOf(path) || translate('saving.stale.otherField');
    return overlapsOf(differencesOf(baseline.current, valuesOf(fresh as R), form.getValues(), { label, text: textOf }));
  });
  const merging = useMemo(
    () => ({
      overlaps,
      adopt: (fresh: ProcessRecord) => fillFrom(fresh as R),
    }),
    [overlaps, fillFrom],
  );
  return useMemo(
    () => ({ form, dirty, restoredAt, conflict, discard, markSaved, saved: () => baseline.current, merging }),
    [form, dirty, restoredAt, conflict, discard, markSaved, baseline, merging],
  );
}

interface SaveOptions<T> {
  write: (values: T) => WriteCall;
  done: string;
  toFormPath?: ToFormPath | undefined;
  onSaved?: (() => void) | undefined;
  /** It carries rows: what somebody else saved and does not overlap is merged without a word. */
  carriesRows?: boolean | undefined;
}

/** Saves a record's form: the first bad field is focused; what was sent is what is saved from then on. */
export function useFormSave<T extends FieldValues>(edited: RecordForm<T>, options: SaveOptions<T>) {
  const { form, markSaved, merging } = edited;
  const { run } = useProcessSave();
  const { write, done, toFormPath, onSaved, carriesRows = false } = options;
  const save: (movesOn?: boolean) => Promise<SaveAnswer | null> = useEvent(async (movesOn = false) => {
    let answer: SaveAnswer | null = null;
    await form.handleSubmit(async (values) => {
      const sent = structuredClone(values) as T;
      answer = await run(write(sent), {
        done,
        movesOn,
        merging: carriesRows ? { ...merging, again: () => save(movesOn) } : undefined,
        place: (error) => applyServerErrors(form, error, toFormPath),
        onSaved: () => {
          markSaved(sent);
          onSaved?.();
        },
      });
    })();
    return answer;
  });
  return save;
}
