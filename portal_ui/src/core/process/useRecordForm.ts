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
  /** Suffix of the draft key, if the tab has several forms. */
  part?: string;
  /** Return the form values of a record. */
  getValues: (record: R) => T;
  validate?: (values: T) => ValidationErrors;
  /** Label of a field in version conflicts. */
  getLabel?: (path: string) => string;
  /** Text of a value in version conflicts; the raw value if absent. */
  formatValue?: Labelers['text'];
  /** Validation mode; forms with tables validate on blur. */
  mode?: 'onSubmit' | 'onTouched';
}

export interface RecordForm<T extends FieldValues> extends PortalFormState<T> {
  /** Merging of another user's save with the dirty values. */
  merging: Omit<Merging, 'again'>;
}

/** Build the storage key of the draft of a form on the open tab. */
export const buildRecordDraftKey = (
  page: { kind: { kind: string }; record: { id: number }; step: { key: string } },
  part = '',
) => buildDraftKey(page.kind.kind, page.record.id, page.step.key + part);

const unnamed = () => '';
const noProblems = (): ValidationErrors => ({});

/** Return the form of a record; dirty values survive refetches and reloads. */
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
    { key: buildRecordDraftKey(page, part), disabled: !editable, isFinished: !editable && step.state === 'done' },
    form.formState.isDirty,
  );
  const { dirty, discard } = edited;

  useResetPristineFields(record, edited, getValues);

  const differences = useEvent((latest: unknown) =>
    getRecordDifferences(edited, latest, { getValues, getLabel, formatValue }),
  );
  useUnsavedForm({ dirty: dirty && editable, discard, differences, keepsDraft: true });

  // Conflicts in values without an input count as well, under a generic label.
  const getLabelOrDefault = useEvent((path: string) => getLabel(path) || translate('saving.stale.otherField'));
  const read = useEvent(getValues);
  const formatText = useEvent((path: string, value: unknown) => formatValue?.(path, value) ?? String(value ?? ''));
  const merging = useMemo(
    () =>
      createRecordMerging(
        edited,
        { getValues: read, getLabel: getLabelOrDefault, formatValue: formatText },
        async () => null,
      ),
    [edited, read, getLabelOrDefault, formatText],
  );
  return useMemo(() => ({ ...edited, merging }), [edited, merging]);
}

interface SaveOptions<T> {
  write: (values: T) => RequestUpdate;
  successMessage: string;
  toFormPath?: ToFormPath | undefined;
  onSaved?: (() => void) | undefined;
  /** Whether the update contains rows; changes without overlap are then merged. */
  mergesRows?: boolean | undefined;
}

/** Return a function that validates and saves the form, or focuses the first error. */
export function useFormSave<T extends FieldValues>(edited: RecordForm<T>, options: SaveOptions<T>) {
  const { form, markSaved, merging, applyServerErrors } = edited;
  const { run } = useProcessUpdater();
  const { write, successMessage, toFormPath, onSaved, mergesRows = false } = options;
  const save: (isTransition?: boolean) => Promise<SaveResponse | null> = useEvent(async (isTransition = false) => {
    let answer: SaveResponse | null = null;
    await form.handleSubmit(async (values) => {
      const sent = structuredClone(values) as T;
      answer = await run(write(sent), {
        successMessage,
        isTransition: isTransition,
        merging: mergesRows ? { ...merging, again: () => save(isTransition) } : undefined,
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
