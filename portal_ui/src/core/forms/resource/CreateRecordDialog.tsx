import { CreateBase, useTranslate } from 'ra-core';
import { useResourceMeta } from '../../../api/meta';
import type { ResourceRecord } from './formValues';
import { RecordForm } from './RecordForm';

type Props = {
  /** Name of the resource. */
  name: string;
  initial?: Record<string, unknown>;
  /** ID of the record that needs the new one, so that each has a separate draft. */
  sourceId?: number;
  /** Callback with the saved record. */
  onSaved: (record: ResourceRecord) => void;
  onClose: () => void;
};

/** Dialog with a declared form to create a record. */
export default function CreateRecordDialog({ name, initial, sourceId = 0, onSaved, onClose }: Props) {
  const translate = useTranslate();
  const resource = useResourceMeta(name);
  if (!resource?.form) return null;
  const { form, title } = resource;
  return (
    <CreateBase resource={name} redirect={false} disableAuthentication>
      <RecordForm
        {...{ resource, form, initial, onSaved }}
        name={title}
        dialog={{ title: resource.titles?.add ?? title, submitLabel: translate('form.save'), sourceId, onClose }}
      />
    </CreateBase>
  );
}
