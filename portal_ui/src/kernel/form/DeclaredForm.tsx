import ArrowBackIcon from '@mui/icons-material/ArrowBack';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useGetOne, useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useErrorMessage } from '../../server/errorMessage';
import type { FormMeta, ResourceMeta } from '../../server/types';
import { ErrorState } from '../../shared/Empty';
import { useFeedback } from '../../shared/feedback';
import { RouterLink, usePath } from '../../shared/links';
import { PageHeader } from '../../shared/PageHeader';
import { FormSkeleton } from '../../shared/Skeletons';
import { recordRoute, rowName } from '../list/rows';
import { UnsavedBoundary } from '../saving/UnsavedBoundary';
import { DeleteRecord } from './DeleteRecord';
import type { DeclaredRecord } from './formValues';
import { RecordForm } from './RecordForm';

/** What a resource's form has beyond its declaration. */
export type FormExtras = {
  /** Further buttons beside the title of a record that is edited. */
  actions?: (record: DeclaredRecord) => ReactNode;
  /** A new record is opened for editing, because there is more to choose. */
  opensNew?: boolean;
};

type Props = { resource: ResourceMeta; id?: number; extras?: FormExtras };

/** The page of a declared form: a new record, or the one of an id. */
export default function DeclaredForm({ resource, id, extras = {} }: Props) {
  const { form } = resource;
  if (!form) return null;
  return (
    <UnsavedBoundary>
      {id === undefined ? (
        <NewRecord {...{ resource, form, extras }} />
      ) : (
        <EditedRecord key={id} {...{ resource, form, extras, id }} />
      )}
    </UnsavedBoundary>
  );
}

type PageProps = { resource: ResourceMeta; form: FormMeta; extras: FormExtras };

function NewRecord({ resource, form, extras }: PageProps) {
  const translate = useTranslate();
  const { success } = useFeedback();
  const navigate = useNavigate();
  const path = usePath();
  const saved = (record: DeclaredRecord) => {
    success(translate('form.created'));
    const own = extras.opensNew ? recordRoute(record, resource) : null;
    navigate(path(own ?? resource.path));
  };
  return (
    <>
      <PageHeader title={resource.titles?.add ?? resource.title} actions={<BackToList resource={resource} />} />
      <FormCard>
        <RecordForm {...{ resource, form }} name={resource.title} onSaved={saved} />
      </FormCard>
    </>
  );
}

function EditedRecord({ resource, form, extras, id }: PageProps & { id: number }) {
  const translate = useTranslate();
  const message = useErrorMessage();
  const { success } = useFeedback();
  // A row that a list left behind is not enough to edit, and an older state would be refused: it is read anew.
  const options = { staleTime: 0, refetchOnMount: 'always' as const };
  const { data, error, isFetchedAfterMount, refetch } = useGetOne<DeclaredRecord>(resource.name, { id }, options);
  const record = isFetchedAfterMount && data?.version !== undefined ? data : undefined;
  const name = record ? rowName({ ...record, id }, resource) : '';
  return (
    <>
      <PageHeader
        title={resource.titles?.edit ?? resource.title}
        subtitle={name || ' '}
        actions={
          <>
            <BackToList resource={resource} />
            {record && extras.actions?.(record)}
          </>
        }
      />
      <FormCard>
        {record ? (
          <RecordForm
            {...{ resource, form, record, name }}
            onSaved={() => success(translate('form.saved'))}
            actions={form.delete && <DeleteRecord {...{ resource, record, name }} />}
          />
        ) : error ? (
          <ErrorState message={message(error)} onRetry={() => void refetch()} />
        ) : (
          <FormSkeleton fields={form.fields.length} />
        )}
      </FormCard>
    </>
  );
}

function FormCard({ children }: { children: ReactNode }) {
  return <Card sx={{ padding: { xs: 2, sm: 3 }, maxWidth: 'md', overflow: 'visible' }}>{children}</Card>;
}

function BackToList({ resource }: { resource: ResourceMeta }) {
  const translate = useTranslate();
  const path = usePath();
  return (
    <Button component={RouterLink} to={path(resource.path)} startIcon={<ArrowBackIcon />}>
      {translate('form.backToList')}
    </Button>
  );
}
