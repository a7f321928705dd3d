import { useMemo, useState } from 'react';
import { buildDraftKey } from '../drafts';
import { PortalFormDialog } from '../FormDialog';
import { PortalForm } from '../PortalForm';
import { FormBody, getMissingFields, MissingFields, type RecordFormProps } from './FormBody';
import { getDefaultValues, getVisibleFields, isSecret, toFormValues } from './formValues';
import { useRecordSave } from './useRecordSave';

type Props = RecordFormProps & {
  /** Dialog around the form; absent for a card. */
  dialog?: {
    title: string;
    submitLabel: string;
    /** ID of the record that needs the new one, so that each has a separate draft. */
    sourceId: number;
    onClose: () => void;
  };
};

/** Form of a record, within CreateBase or EditBase of react-admin. */
export function RecordForm({ dialog, ...props }: Props) {
  const { resource, form, record, initial, inputs = {}, blockedReason, onSaved } = props;
  const [first] = useState(record);
  const fields = useMemo(() => getVisibleFields(form.fields, first), [form.fields, first]);
  const save = useRecordSave({ resource, fields, record, blockedReason, onSaved });
  // A refetched record must not change the form while the user types; only saves do.
  const [start] = useState(() => toFormValues(fields, record ?? { ...getDefaultValues(fields), ...initial }));
  const portalForm = {
    values: start,
    draft: {
      key: buildDraftKey(resource.name, save.opened?.id ?? dialog?.sourceId ?? 0, dialog ? 'dialog' : 'form'),
      // Never store passwords, nor their confirmation, which is not a declared field.
      shouldStore: (path: string) => fields.some((field) => field.key === path.split('.')[0] && !isSecret(field)),
    },
    onSave: save.submit,
  };
  const body = <FormBody {...props} {...{ fields, save, inputs }} inDialog={dialog !== undefined} />;
  if (!dialog) {
    return (
      <PortalForm {...portalForm} keepsDraft>
        {body}
      </PortalForm>
    );
  }
  const { title, submitLabel, onClose } = dialog;
  return (
    <PortalFormDialog
      {...{ title, submitLabel, onClose }}
      form={portalForm}
      problem={save.problem}
      busy={save.busy}
      disabled={(values) => getMissingFields(fields, record, values, start).length > 0}
      start={<MissingFields fields={fields} record={record} />}
      maxWidth="md"
    >
      {body}
    </PortalFormDialog>
  );
}
