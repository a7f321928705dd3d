import { useNotify, useRecordFromLocation } from 'ra-core';
import type { ResourceMeta } from '../../../api/types';
import { getRecordRoute, getRowName } from '../../lists/rows';
import { BackToListButton } from '../../routing/BackToListButton';
import { useLocalizedPath } from '../../routing/links';
import { useNavigateIfCurrent } from '../../routing/useNavigateIfCurrent';
import { FormColumn } from '../../ui/FormColumn';
import { PageHeader } from '../../ui/PageHeader';
import type { FormValues, ResourceRecord } from './formValues';
import { type FormExtras, ResourceForm } from './ResourceForm';

type Props = { resource: ResourceMeta; id?: number; extras?: FormExtras };

/** Page with a declared form to create or edit a record. */
export default function ResourceFormPage({ resource, id, extras = {} }: Props) {
  const notify = useNotify();
  const navigate = useNavigateIfCurrent();
  const path = useLocalizedPath();
  const isNew = id === undefined;
  const initial = useRecordFromLocation({ searchSource: 'initial' }) ?? undefined;
  const notifySuccess = (messageKey: string, record: ResourceRecord, sent: FormValues = {}) =>
    notify(messageKey, { type: 'success', messageArgs: { ...sent, name: getRowName(record, resource) } });
  const handleSaved = (record: ResourceRecord, sent: FormValues) => {
    notifySuccess((isNew && extras.createdMessage?.(sent)) || 'form.saved', record, sent);
    if (!isNew) return;
    const recordRoute = extras.opensNew ? getRecordRoute(record, resource) : null;
    navigate(path(recordRoute ?? resource.path));
  };
  const handleDeleted = (record: ResourceRecord) => {
    notifySuccess('form.deleted', record);
    navigate(path(resource.path));
  };
  return (
    <FormColumn>
      <ResourceForm
        {...{ resource, id, initial }}
        inputs={extras.inputs}
        onSaved={handleSaved}
        onDeleted={handleDeleted}
        header={(record) => (
          <PageHeader
            title={resource.titles?.[isNew ? 'add' : 'edit'] ?? resource.title}
            subtitle={isNew ? undefined : record ? getRowName(record, resource) : ' '}
            actions={record && extras.actions?.(record)}
            back={<BackToListButton list={resource.path} />}
          />
        )}
      />
    </FormColumn>
  );
}
