import Typography from '@mui/material/Typography';
import { CreateBase, useSaveContext, useTranslate } from 'ra-core';
import { useId, useMemo, useState } from 'react';
import { useResourceMeta } from '../../server/meta';
import type { FormMeta, ResourceMeta } from '../../server/types';
import { FormDialog } from '../saving/FormDialog';
import type { DeclaredRecord } from './formValues';
import { RecordForm } from './RecordForm';

type Props = {
  /** The resource whose new record is asked for. */
  name: string;
  initial?: Record<string, unknown>;
  /** The id of what it is made for: a draft comes back there alone. */
  madeFor?: number;
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

function DialogForm({ resource, form, initial, madeFor = 0, onSaved, onClose }: DialogProps) {
  const translate = useTranslate();
  const { saving = false } = useSaveContext();
  const formId = useId();
  const [missing, setMissing] = useState<string | null>(null);
  const dialog = useMemo(() => ({ formId, madeFor, onMissing: setMissing }), [formId, madeFor]);
  return (
    <FormDialog
      title={resource.titles?.add ?? resource.title}
      submitLabel={translate('form.save')}
      busy={saving}
      disabled={missing !== null}
      start={
        <Typography variant="body2" component="div" aria-live="polite" sx={{ color: 'text.tertiary' }}>
          {missing}
        </Typography>
      }
      maxWidth="md"
      {...{ formId, onClose }}
    >
      <RecordForm {...{ resource, form, initial, onSaved }} name={resource.title} dialog={dialog} />
    </FormDialog>
  );
}
