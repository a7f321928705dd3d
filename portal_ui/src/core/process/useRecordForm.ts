import { useEvent, useTranslate } from 'ra-core';
import { useMemo, useState } from 'react';
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form';
import type { ProcessRecord, RequestUpdate, SaveAnswer } from '../../api/requests';
import type { Naming } from '../forms/dirtyValues';
import { draftKey } from '../forms/drafts';
import type { ToFormPath } from '../forms/serverErrors';
import { useUnsavedForm } from '../forms/unsavedForms';
import { type PortalFormState, usePortalForm } from '../forms/usePortalForm';
import { type Problems, resolverOf } from '../forms/validators';
import { useProcess } from './processContext';
import { recordDifferences, recordMerging, useFilledFrom } from './recordMerging';

import { type Merging, useProcessSave } from './useProcessUpdater';

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

export interface RecordForm<T extends FieldValues> extends PortalFormState<T> {
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
  const [first] = useState(() => valuesOf(record));
  const form = useForm<T>({ defaultValues: first as DefaultValues<T>, mode, resolver: resolverOf(problemsOf) });
  const edited = usePortalForm(
    form,
    first,
    { key: recordDraftKey(page, part), disabled: !editable, over: !editable && step.state === 'done' },
    form.formState.isDirty,
  );
  const { dirty, discard } = edited;

  useFilledFrom(record, edited, valuesOf);

  const differences = useEvent((fresh: unknown) => recordDifferences(edited, fresh, { valuesOf, labelOf, textOf }));
  useUnsavedForm({ dirty: dirty && editable, discard, differences, keepsDraft: true });

  // Values without an input of their own are kept as well.
  const namedOf = useEvent((path: string) => labelOf(path) || translate('saving.stale.otherField'));
  const read = useEvent(valuesOf);
  const written = useEvent((path: string, value: unknown) => textOf?.(path, value) ?? String(value ?? ''));
  const merging = useMemo(
    () => recordMerging(edited, { valuesOf: read, labelOf: namedOf, textOf: written }, async () => null),
    [edited, read, namedOf, written],
  );
  return useMemo(() => ({ ...edited, merging }), [edited, merging]);
}

interface SaveOptions<T> {
  write: (values: T) => RequestUpdate;
  done: string;
  toFormPath?: ToFormPath | undefined;
  onSaved?: (() => void) | undefined;
  /** It carries rows: what somebody else saved and does not overlap is merged without a word. */
  carriesRows?: boolean | undefined;
}

/** Saves a record's form: the first bad field is focused; what was sent is what is saved from then on. */
export function useFormSave<T extends FieldValues>(edited: RecordForm<T>, options: SaveOptions<T>) {
  const { form, markSaved, merging, place } = edited;
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
        place: (error) => place(error, toFormPath),
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
