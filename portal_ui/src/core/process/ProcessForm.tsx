import type { FieldValues } from 'react-hook-form';
import type { ProcessRecord } from '../../api/requests';
import { buildDraftKey } from '../forms/drafts';
import { PortalForm, type PortalFormProps, usePortalFormContext } from '../forms/PortalForm';
import type { PortalFormState } from '../forms/usePortalForm';
import { useProcess } from './processContext';
import { getRecordDifferences, type RecordValues, useResetPristineFields } from './recordMerging';

/** Build the storage key of the draft of a form on the open tab. */
export const buildRecordDraftKey = (
  page: { kind: { kind: string }; record: { id: number }; step: { key: string } },
  part = '',
) => buildDraftKey(page.kind.kind, page.record.id, page.step.key + part);

interface ProcessFormOptions<R extends ProcessRecord, T extends FieldValues> extends RecordValues<R, T> {
  /** Suffix of the draft key, if the tab has several forms. */
  part?: string;
}

/** Return the values, draft and differences of a form of the record on the page. */
export function useProcessFormProps<R extends ProcessRecord, T extends FieldValues>(options: ProcessFormOptions<R, T>) {
  const page = useProcess<R>();
  const { record, step, editable } = page;
  return {
    values: options.getValues(record),
    draft: {
      key: buildRecordDraftKey(page, options.part),
      disabled: !editable,
      isFinished: !editable && step.state === 'done',
    },
    keepsDraft: true,
    confirmsLeaving: editable,
    differences: (latest: unknown, edited: PortalFormState<T>) => getRecordDifferences(edited, latest, options),
  };
}

type ProcessFormProps<R extends ProcessRecord, T extends FieldValues> = ProcessFormOptions<R, T> &
  Pick<PortalFormProps<T>, 'validate' | 'onSave' | 'children'>;

/** PortalForm of the record on the page. Dirty values survive refetches and reloads. */
export function ProcessForm<R extends ProcessRecord, T extends FieldValues>(props: ProcessFormProps<R, T>) {
  const { validate, onSave, children, ...options } = props;
  return (
    <PortalForm<T> {...useProcessFormProps<R, T>(options)} {...{ validate, onSave }}>
      <PristineFields<R, T> getValues={options.getValues} />
      {children}
    </PortalForm>
  );
}

/** Reset of pristine fields to the values of a newer record. It renders nothing. */
function PristineFields<R extends ProcessRecord, T extends FieldValues>({
  getValues,
}: {
  getValues: (record: R) => T;
}) {
  useResetPristineFields(useProcess<R>().record, usePortalFormContext<T>(), getValues);
  return null;
}
