import { CreateBase } from 'ra-core';
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
  const resource = useResourceMeta(name);
  if (!resource?.form) return null;
  const { form } = resource;
  const title = resource.titles?.add ?? resource.title;
  return (
    <CreateBase resource={name} redirect={false} disableAuthentication>
      <RecordForm
        {...{ resource, form, initial, onSaved }}
        name={resource.title}
        dialog={{ title, submitLabel: title, sourceId, onClose }}
      />
    </CreateBase>
  );
}
