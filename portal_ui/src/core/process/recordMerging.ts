import { useEvent } from 'ra-core';
import { useLayoutEffect } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { ProcessRecord, SaveResponse } from '../../api/requests';
import { type Difference, getDifferences, getOverlaps, type Labelers } from '../forms/dirtyValues';
import type { PortalFormState } from '../forms/usePortalForm';
import type { Merging } from './useProcessUpdater';

/** Form values of a record, with their labels and formatting. */
export interface RecordValues<R extends ProcessRecord, T extends FieldValues> {
  getValues: (record: R) => T;
  /** Label of a field; "" if changes of it by other users are not shown. */
  getLabel: (path: string) => string;
  /** Text of a value next to its label; the raw value if absent. */
  formatValue?: Labelers['text'];
  /** Label of fields without a label, if they are conflicts as well. */
  otherLabel?: string;
}

/** Return the fields that a newer record changes, with the values in the form. */
export const getRecordDifferences = <R extends ProcessRecord, T extends FieldValues>(
  { saved, form }: PortalFormState<T>,
  latest: unknown,
  { getValues, getLabel, formatValue }: RecordValues<R, T>,
): Difference[] =>
  getDifferences(saved(), getValues(latest as R), form.getValues(), { label: getLabel, text: formatValue });

/** Create the merging of a form with another user's save. `onSave` saves the remaining dirty values. */
export const createRecordMerging = <R extends ProcessRecord, T extends FieldValues>(
  edited: PortalFormState<T>,
  { otherLabel = '', getLabel, ...values }: RecordValues<R, T>,
  onSave: (values: T, edited: PortalFormState<T>) => Promise<SaveResponse | null>,
): Merging => {
  const labeled = { ...values, getLabel: (path: string) => getLabel(path) || otherLabel };
  return {
    overlaps: (latest) => getOverlaps(getRecordDifferences(edited, latest, labeled)),
    adopt: (latest) => edited.fill(values.getValues(latest as R)),
    again: async () => {
      let response: SaveResponse | null = null;
      await edited.form.handleSubmit(async (typed) => {
        response = await onSave(typed as unknown as T, edited);
      })();
      return response;
    },
  };
};

/** Reset pristine fields to the values of a newer record; dirty fields stay. */
export function useResetPristineFields<R extends ProcessRecord, T extends FieldValues>(
  record: R,
  { fill }: PortalFormState<T>,
  valuesOf: (record: R) => T,
): void {
  const fillFrom = useEvent((newer: R) => fill(valuesOf(newer)));
  useLayoutEffect(() => fillFrom(record), [record, fillFrom]);
}
