import { useEvent } from 'ra-core';
import { useLayoutEffect } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { ProcessRecord, SaveResponse } from '../../api/requests';
import { type Difference, getDifferences, getOverlaps, type Labelers } from '../forms/dirtyValues';
import type { PortalFormState } from '../forms/usePortalForm';
import type { Merging } from './useProcessUpdater';

/** How a form's values are read from a record, and what its fields and values are called. */
export interface RecordValues<R extends ProcessRecord, T extends FieldValues> {
  getValues: (record: R) => T;
  /** The name of a field; "" for one whose changes by another user are not shown. */
  getLabel: (path: string) => string;
  /** A value in words, next to that name; as it is where absent. */
  formatValue?: Labelers['text'];
}

/** Differences between a newer record and the one that was read, next to the dirty values. */
export const getRecordDifferences = <R extends ProcessRecord, T extends FieldValues>(
  { saved, form }: PortalFormState<T>,
  fresh: unknown,
  { getValues, getLabel, formatValue }: RecordValues<R, T>,
): Difference[] =>
  getDifferences(saved(), getValues(fresh as R), form.getValues(), { label: getLabel, text: formatValue });

/** Merge another user's save into what is typed; `onSave` retries with what is still to be saved. */
export const createRecordMerging = <R extends ProcessRecord, T extends FieldValues>(
  edited: PortalFormState<T>,
  values: RecordValues<R, T>,
  onSave: (values: T, edited: PortalFormState<T>) => Promise<SaveResponse | null>,
): Merging => ({
  overlaps: (fresh) => getOverlaps(getRecordDifferences(edited, fresh, values)),
  adopt: (fresh) => edited.fill(values.getValues(fresh as R)),
  again: async () => {
    let answer: SaveResponse | null = null;
    await edited.form.handleSubmit(async (typed) => {
      answer = await onSave(typed as unknown as T, edited);
    })();
    return answer;
  },
});

/** Reset the pristine fields to the values of a newer record; dirty fields stay. */
export function useResetPristineFields<R extends ProcessRecord, T extends FieldValues>(
  record: R,
  { fill }: PortalFormState<T>,
  valuesOf: (record: R) => T,
): void {
  const fillFrom = useEvent((newer: R) => fill(valuesOf(newer)));
  useLayoutEffect(() => fillFrom(record), [record, fillFrom]);
}
