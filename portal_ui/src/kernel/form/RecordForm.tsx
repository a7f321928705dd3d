import { useMemo, useState } from 'react';
import { Form } from 'react-admin';
import { type DialogAround, FormBody, type RecordFormProps } from './FormBody';
import { defaultsOf, type FormValues, fieldsOf, formValuesOf } from './formValues';
import { useRecordSave } from './useRecordSave';

type Props = RecordFormProps & { dialog?: DialogAround };

// react-admin fills the form once more when it is drawn: a draft may be in it by then.
const keepTyped = { keepDirtyValues: true };

/** The fields of a record and what saves them, within react-admin's Create or Edit. */
export function RecordForm({ dialog, ...props }: Props) {
  const { resource, form, record, initial, inputs = {}, blockedReason } = props;
  const [first] = useState(record);
  const fields = useMemo(() => fieldsOf(form.fields, first), [form.fields, first]);
  const save = useRecordSave(resource, fields, record, blockedReason);
  // From here on the form is filled by its own saves: a newer record changes nothing under one's hands.
  const [start] = useState(() => formValuesOf(fields, record ?? { ...defaultsOf(fields), ...initial }));
  return (
    <Form<FormValues>
      noValidate
      disableInvalidFormNotification
      record={start}
      resetOptions={keepTyped}
      onSubmit={save.submit as never}
      {...(dialog && { id: dialog.formId })}
    >
      <FormBody {...props} {...{ fields, save, inputs }} dialog={dialog} />
    </Form>
  );
}
