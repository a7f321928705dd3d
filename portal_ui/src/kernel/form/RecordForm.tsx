import { type ReactNode, useMemo, useState } from 'react';
import { Form } from 'react-admin';
import type { FormMeta, ResourceMeta } from '../../server/types';
import type { OwnInputs } from './DeclaredField';
import { FormBody } from './FormBody';
import { type DeclaredRecord, type FormValues, fieldsOf, formValuesOf } from './formValues';
import { type BlockedReason, useRecordSave } from './useRecordSave';

export type RecordFormProps = {
  resource: ResourceMeta;
  form: FormMeta;
  /** The record to edit, or nothing: a new one. */
  record?: DeclaredRecord | undefined;
  /** What a new one begins with. */
  initial?: Record<string, unknown> | undefined;
  /** What the record is called. */
  name: string;
  onSaved: (record: DeclaredRecord, sent: FormValues) => void;
  blockedReason?: BlockedReason | undefined;
  /** Save may be pressed before anything is typed: it says what is missing. */
  alwaysEnableSave?: boolean;
  inputs?: OwnInputs | undefined;
  /** At the left of the bar. */
  start?: ReactNode;
};

type Props = RecordFormProps & {
  /** In a dialog, whose own button submits the form of this id. */
  dialogFormId?: string;
};

// react-admin fills the form once more when it is drawn: a draft may be in it by then.
const keepTyped = { keepDirtyValues: true };

/** The fields of a record and what saves them, within react-admin's Create or Edit. */
export function RecordForm({ dialogFormId, ...props }: Props) {
  const { resource, form, record, initial, inputs = {}, blockedReason } = props;
  const [first] = useState(record);
  const fields = useMemo(() => fieldsOf(form.fields, first), [form.fields, first]);
  const save = useRecordSave(resource, fields, record, blockedReason);
  // From here on the form is filled by its own saves: a newer record changes nothing under one's hands.
  const [start] = useState(() => formValuesOf(fields, record ?? initial));
  return (
    <Form<FormValues>
      noValidate
      disableInvalidFormNotification
      record={start}
      resetOptions={keepTyped}
      onSubmit={save.submit as never}
      {...(dialogFormId === undefined ? {} : { id: dialogFormId })}
    >
      <FormBody {...props} {...{ fields, save, inputs }} inDialog={dialogFormId !== undefined} />
    </Form>
  );
}
