import { CreateBase, useTranslate } from 'ra-core';
import { useResourceMeta } from '../../../api/meta';
import type { ResourceRecord } from './formValues';
import { RecordForm } from './RecordForm';

type Props = {
  /** The resource whose new record is asked for. */
  name: string;
  initial?: Record<string, unknown>;
  /** The id of what it is made for: a draft comes back there alone. */
  madeFor?: number;
  /** Hands the saved record back. */
  onSaved: (record: ResourceRecord) => void;
  onClose: () => void;
};

/** A declared form in a dialog: a new record for the page below. */
export default function CreateRecordDialog({ name, initial, madeFor = 0, onSaved, onClose }: Props) {
  const translate = useTranslate();
  const resource = useResourceMeta(name);
  if (!resource?.form) return null;
  const { form, title } = resource;
  return (
    <CreateBase resource={name} redirect={false} disableAuthentication>
      <RecordForm
        {...{ resource, form, initial, onSaved }}
        name={title}
        dialog={{ title: resource.titles?.add ?? title, submitLabel: translate('form.save'), madeFor, onClose }}
      />
    </CreateBase>
  );
}
