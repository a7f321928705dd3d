import { useEvent } from 'ra-core';
import { useLayoutEffect } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { ProcessRecord, SaveAnswer } from '../../api/requests';
import { type Difference, differencesOf, type Naming, overlapsOf } from '../forms/dirtyValues';
import type { PortalFormState } from '../forms/usePortalForm';
import type { Merging } from './useProcessUpdater';

/** How a form's values are read from a record, and what its fields and values are called. */
export interface RecordValues<R extends ProcessRecord, T extends FieldValues> {
  valuesOf: (record: R) => T;
  /** The name of a field; "" for one whose changes by another user are not shown. */
  labelOf: (path: string) => string;
  /** A value in words, next to that name; as it is where absent. */
  textOf?: Naming['text'];
}

/** The values of a newer record that differ from those that were read, next to what is typed. */
export const recordDifferences = <R extends ProcessRecord, T extends FieldValues>(
  { saved, form }: PortalFormState<T>,
  fresh: unknown,
  { valuesOf, labelOf, textOf }: RecordValues<R, T>,
): Difference[] => differencesOf(saved(), valuesOf(fresh as R), form.getValues(), { label: labelOf, text: textOf });

/** Merges another user's save into what is typed; `onSave` sends what is still to be saved after that. */
export const recordMerging = <R extends ProcessRecord, T extends FieldValues>(
  edited: PortalFormState<T>,
  values: RecordValues<R, T>,
  onSave: (values: T, edited: PortalFormState<T>) => Promise<SaveAnswer | null>,
): Merging => ({
  overlaps: (fresh) => overlapsOf(recordDifferences(edited, fresh, values)),
  adopt: (fresh) => edited.fill(values.valuesOf(fresh as R)),
  again: async () => {
    let answer: SaveAnswer | null = null;
    await edited.form.handleSubmit(async (typed) => {
      answer = await onSave(typed as unknown as T, edited);
    })();
    return answer;
  },
});

/** Fills the fields that were not touched from a newer record. */
export function useFilledFrom<R extends ProcessRecord, T extends FieldValues>(
  record: R,
  { fill }: PortalFormState<T>,
  valuesOf: (record: R) => T,
): void {
  const fillFrom = useEvent((newer: R) => fill(valuesOf(newer)));
  useLayoutEffect(() => fillFrom(record), [record, fillFrom]);
}
