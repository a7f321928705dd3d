import { CreateBase, useSaveContext, useTranslate } from 'ra-core';
import { useId } from 'react';
import { useResourceMeta } from '../../server/meta';
import type { FormMeta, ResourceMeta } from '../../server/types';
import { FormDialog } from '../saving/FormDialog';
import type { DeclaredRecord } from './formValues';
import { RecordForm } from './RecordForm';

type Props = {
  /** The resource whose new record is asked for. */
  name: string;
  initial?: Record<string, unknown>;
  /** Hands the saved record back. */
  onSaved: (record: DeclaredRecord) => void;
  onClose: () => void;
};

/** A declared form embedded in a dialog: a new record for the page below. */
export default function NewRecordDialog({ name, ...props }: Props) {
  const resource = useResourceMeta(name);
  if (!resource?.form) return null;
  return (
    <CreateBase resource={name} redirect={false} disableAuthentication>
      <DialogForm {...props} {...{ resource }} form={resource.form} />
    </CreateBase>
  );
}

type DialogProps = Omit<Props, 'name'> & { resource: ResourceMeta; form: FormMeta };

function DialogForm({ resource, form, initial, onSaved, onClose }: DialogProps) {
  const translate = useTranslate();
  const { saving = false } = useSaveContext();
  const formId = useId();
  return (
    <FormDialog
      title={resource.titles?.add ?? resource.title}
      submitLabel={translate('form.save')}
      busy={saving}
      maxWidth="md"
      {...{ formId, onClose }}
    >
      <RecordForm {...{ resource, form, initial, onSaved }} name={resource.title} dialogFormId={formId} />
    </FormDialog>
  );
}
