import { useNotify } from 'ra-core';
import type { ResourceMeta } from '../../../api/types';
import { recordRoute, rowName } from '../../lists/rows';
import { usePath } from '../../routing/links';
import { BackToList } from '../../routing/ParentListLink';
import { useNavigateFromHere } from '../../routing/useNavigateIfCurrent';
import { PageHeader } from '../../ui/PageHeader';
import type { DeclaredRecord } from './formValues';
import { DeclaredForm, type FormExtras } from './ResourceForm';

type Props = { resource: ResourceMeta; id?: number; extras?: FormExtras };

/** The page of a declared form: a new record, or the one of an id. */
export default function DeclaredFormPage({ resource, id, extras = {} }: Props) {
  const notify = useNotify();
  const navigate = useNavigateFromHere();
  const path = usePath();
  const isNew = id === undefined;
  const tell = (words: string, record: DeclaredRecord) =>
    notify(words, { type: 'success', messageArgs: { name: rowName(record, resource) } });
  const saved = (record: DeclaredRecord) => {
    tell('form.saved', record);
    if (!isNew) return;
    const own = extras.opensNew ? recordRoute(record, resource) : null;
    navigate(path(own ?? resource.path));
  };
  const deleted = (record: DeclaredRecord) => {
    tell('form.deleted', record);
    navigate(path(resource.path));
  };
  return (
    <DeclaredForm
      {...{ resource, id }}
      inputs={extras.inputs}
      alwaysEnableSave={extras.alwaysEnableSave === true}
      onSaved={saved}
      onDeleted={deleted}
      header={(record) => (
        <PageHeader
          title={resource.titles?.[isNew ? 'add' : 'edit'] ?? resource.title}
          subtitle={isNew ? undefined : record ? rowName(record, resource) : ' '}
          actions={
            <>
              <BackToList list={resource.path} />
              {record && extras.actions?.(record)}
            </>
          }
        />
      )}
    />
  );
}
