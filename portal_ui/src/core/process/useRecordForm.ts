import { useEvent, useTranslate } from 'ra-core';
import { useMemo, useState } from 'react';
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form';
import type { ProcessRecord, RequestUpdate, SaveResponse } from '../../api/requests';
import type { Labelers } from '../forms/dirtyValues';
import { buildDraftKey } from '../forms/drafts';
import type { ToFormPath } from '../forms/serverErrors';
import { useUnsavedForm } from '../forms/unsavedForms';
import { type PortalFormState, usePortalForm } from '../forms/usePortalForm';
import { createResolver, type ValidationErrors } from '../forms/validators';
import { useProcess } from './processContext';
import { createRecordMerging, getRecordDifferences, useResetPristineFields } from './recordMerging';

import { type Merging, useProcessUpdater } from './useProcessUpdater';

interface Options<R extends ProcessRecord, T extends FieldValues> {
  /** Which of the tab's forms it is, where it has several. */
  part?: string;
  /** The form's values as the record has them. */
  getValues: (record: R) => T;
  /** What is wrong with them. */
  validate?: (values: T) => ValidationErrors;
  /** The name of a field, to tell which ones somebody else changed. */
  getLabel?: (path: string) => string;
  /** A value in words, beside that name; as it is where nothing is said. */
  formatValue?: Labelers['text'];
  /** When a field is validated; those of a table as soon as they are left. */
  mode?: 'onSubmit' | 'onTouched';
}

export interface RecordForm<T extends FieldValues> extends PortalFormState<T> {
  /** Merging of another user's save with what is typed here. */
  merging: Omit<Merging, 'again'>;
}

/** Storage key of the draft of a form on the open tab. */
export const buildRecordDraftKey = (
  page: { kind: { kind: string }; record: { id: number }; step: { key: string } },
  part = '',
) => buildDraftKey(page.kind.kind, page.record.id, page.step.key + part);

const unnamed = () => '';
const noProblems = (): ValidationErrors => ({});

/** Form of a record that never loses what is typed: it survives newer records, a reload, an offline connection. */
export function useRecordForm<R extends ProcessRecord, T extends FieldValues>(options: Options<R, T>): RecordForm<T> {
  const page = useProcess<R>();
  const { record, step, editable } = page;
  const { part, getValues, validate = noProblems, getLabel = unnamed, formatValue, mode = 'onSubmit' } = options;
  const translate = useTranslate();
  const [first] = useState(() => getValues(record));
  const form = useForm<T>({ defaultValues: first as DefaultValues<T>, mode, resolver: createResolver(validate) });
  const edited = usePortalForm(
    form,
    first,
    { key: buildRecordDraftKey(page, part), disabled: !editable, over: !editable && step.state === 'done' },
    form.formState.isDirty,
  );
  const { dirty, discard } = edited;

  useResetPristineFields(record, edited, getValues);

  const differences = useEvent((fresh: unknown) =>
    getRecordDifferences(edited, fresh, { getValues, getLabel, formatValue }),
  );
  useUnsavedForm({ dirty: dirty && editable, discard, differences, keepsDraft: true });

  // Values without an input of their own are kept as well.
  const namedOf = useEvent((path: string) => getLabel(path) || translate('saving.stale.otherField'));
  const read = useEvent(getValues);
  const written = useEvent((path: string, value: unknown) => formatValue?.(path, value) ?? String(value ?? ''));
  const merging = useMemo(
    () => createRecordMerging(edited, { getValues: read, getLabel: namedOf, formatValue: written }, async () => null),
    [edited, read, namedOf, written],
  );
  return useMemo(() => ({ ...edited, merging }), [edited, merging]);
}

interface SaveOptions<T> {
  write: (values: T) => RequestUpdate;
  successMessage: string;
  toFormPath?: ToFormPath | undefined;
  onSaved?: (() => void) | undefined;
  /** It carries rows: what somebody else saved and does not overlap is merged without a word. */
  carriesRows?: boolean | undefined;
}

/** Save a record's form: the first invalid field is focused; what was sent is what is saved from then on. */
export function useFormSave<T extends FieldValues>(edited: RecordForm<T>, options: SaveOptions<T>) {
  const { form, markSaved, merging, applyServerErrors } = edited;
  const { run } = useProcessUpdater();
  const { write, successMessage, toFormPath, onSaved, carriesRows = false } = options;
  const save: (isTransition?: boolean) => Promise<SaveResponse | null> = useEvent(async (isTransition = false) => {
    let answer: SaveResponse | null = null;
    await form.handleSubmit(async (values) => {
      const sent = structuredClone(values) as T;
      answer = await run(write(sent), {
        successMessage,
        isTransition: isTransition,
        merging: carriesRows ? { ...merging, again: () => save(isTransition) } : undefined,
        applyServerErrors: (error) => applyServerErrors(error, toFormPath),
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
