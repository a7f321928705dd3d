import type { ReactNode } from 'react';
import { useMeta } from '../../../server/meta';
import { CourierForm } from '../../../shared/shipping/CourierForm';
import { CourierView } from '../../../shared/shipping/ShippingView';
import type { CourierField, CourierFields } from '../../../shared/shipping/types';
import { useFieldLabel } from '../../../shared/shipping/useFieldLabel';
import { courierProblems } from '../../shipping/rules';
import { ActionBar } from '../ActionBar';
import { FormPane, SavedState } from '../FormPane';
import { PaneHead, StepNote } from '../PaneHead';
import { useEditing, useProcess, type WriteCall } from '../processContext';
import { TwoColumns } from '../TwoColumns';
import type { ProcessRecord } from '../types';
import { useFormSave } from '../useFormSave';
import { useRecordForm } from '../useRecordForm';

export type CourierPaneProps<R extends ProcessRecord> = {
  title: string;
  done: string;
  /** The action that lets the viewer save, and the call it makes. */
  action: string;
  write: (record: R, fields: Omit<CourierFields, 'note'> & { note?: string }) => WriteCall;
  needed: readonly CourierField[];
  withNote?: boolean;
  /** Keep it steady. */
  valuesOf: (record: R) => CourierFields;
  aside?: ReactNode;
};

/** A courier's journey: a form for those who arrange it, text for the others. */
export function CourierPane<R extends ProcessRecord>(props: CourierPaneProps<R>) {
  const { editing, canSave } = useEditing(props.action);
  return editing ? <CourierEditor {...props} canSave={canSave} /> : <CourierReader {...props} />;
}

function CourierEditor<R extends ProcessRecord>(props: CourierPaneProps<R> & { canSave: boolean }) {
  const { title, done, write, needed, withNote = false, valuesOf, aside, canSave } = props;
  const { record } = useProcess<R>();
  const { limits } = useMeta();
  const labelOf = useFieldLabel();
  const problemsOf = (values: CourierFields) => courierProblems(values, needed, limits.note);
  const courier = useRecordForm<R, CourierFields>({ valuesOf, problemsOf, labelOf });
  const onSave = useFormSave(courier, {
    write: ({ note, ...fields }) => write(record, withNote ? { ...fields, note } : fields),
    done,
  });
  return (
    <>
      <PaneHead title={title} />
      <StepNote />
      <FormPane record={courier} onSubmit={onSave}>
        <TwoColumns aside={aside}>
          <CourierForm needed={needed} {...(withNote ? { noteLimit: limits.note } : {})} />
        </TwoColumns>
      </FormPane>
      <ActionBar
        secondary={<SavedState record={courier} />}
        save={canSave ? { onSave, disabled: !courier.dirty } : undefined}
      />
    </>
  );
}

function CourierReader<R extends ProcessRecord>({ title, withNote = false, valuesOf, aside }: CourierPaneProps<R>) {
  const { record } = useProcess<R>();
  return (
    <>
      <PaneHead title={title} />
      <StepNote />
      <TwoColumns aside={aside}>
        <CourierView values={valuesOf(record)} withNote={withNote} />
      </TwoColumns>
      <ActionBar />
    </>
  );
}
