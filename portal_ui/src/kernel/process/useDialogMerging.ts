import { useEvent } from 'ra-core';
import { useMemo, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { differencesOf, type Naming, overlapsOf, rebase } from '../saving/merge';
import type { ProcessRecord } from './types';
import type { Merging } from './useRecordWriter';

interface Options<R extends ProcessRecord, T extends FieldValues> {
  /** The form's values as the record has them. */
  valuesOf: (record: R) => T;
  labelOf: Naming['label'];
  textOf: NonNullable<Naming['text']>;
}

/** Puts together what somebody else saved and what is typed in a dialog that was opened before. */
export function useDialogMerging<R extends ProcessRecord, T extends FieldValues>(
  form: UseFormReturn<T>,
  read: T,
  { valuesOf, labelOf, textOf }: Options<R, T>,
): Omit<Merging, 'again'> {
  const baseline = useRef(read);
  const overlaps = useEvent((fresh: ProcessRecord) =>
    overlapsOf(
      differencesOf(baseline.current, valuesOf(fresh as R), form.getValues(), { label: labelOf, text: textOf }),
    ),
  );
  const adopt = useEvent((fresh: ProcessRecord) => {
    const next = valuesOf(fresh as R);
    rebase(form, baseline.current, next);
    baseline.current = next;
  });
  return useMemo(() => ({ overlaps, adopt }), [overlaps, adopt]);
}
