import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { CreateBase, EditBase, useEditContext, useEvent } from 'ra-core';
import { type ReactNode, useEffect, useState } from 'react';
import { isNotFound } from '../../../api/errors';
import type { FormMeta, ResourceMeta } from '../../../api/types';
import { getRowName } from '../../lists/rows';
import { NotFound } from '../../routing/NotFound';
import { ErrorState } from '../../ui/EmptyState';
import { BarSkeleton, FormSkeleton } from '../../ui/Skeletons';
import { DeleteRecordButton } from './DeleteRecordButton';
import { type FormValues, isReadOnly, type ResourceRecord } from './formValues';
import { RecordForm } from './RecordForm';
import type { CustomInputs } from './ResourceInput';
import type { BlockedReason } from './useRecordSave';

/** Extensions of a resource's declared form. */
export type FormExtras = {
  /** Additional buttons in the page header while a record is edited. */
  actions?: (record: ResourceRecord) => ReactNode;
  /** Open a new record for editing, as it has further settings. */
  opensNew?: boolean;
  /** Message key after creation; the sent values are its arguments. */
  createdMessage?: (sent: FormValues) => string;
  /** Custom inputs by field. */
  inputs?: CustomInputs;
};

type Props = {
  resource: ResourceMeta;
  /** ID of the record to edit; absent for a new one. */
  id?: number | undefined;
  /** Initial values of a new record. */
  initial?: Record<string, unknown> | undefined;
  /** Callback with the saved record and the sent values. */
  onSaved: (record: ResourceRecord, sent: FormValues) => void;
  /** Callback for the translated reason why values cannot be saved. */
  blockedReason?: BlockedReason | undefined;
  /** Content at the start of the toolbar. */
  start?: ReactNode;
  /** Sticky toolbar only while the form is dirty, for a form below another. */
  inlineToolbar?: boolean;
  /** Callback once the record, or the error of its request, is shown. */
  onRead?: (() => void) | undefined;
  /** Callback after deletion; without it, no Delete button is shown. */
  onDeleted?: (record: ResourceRecord) => void;
  inputs?: CustomInputs | undefined;
  /** Skeleton while the record loads, if its fields have inputs of their own. */
  skeleton?: ReactNode;
  /** Header above the card, rendered with the record once loaded. */
  header?: (record: ResourceRecord | undefined) => ReactNode;
};

// Always refetch: rows cached by lists are incomplete, and an old version would cause a conflict.
const REFETCH_OPTIONS = { staleTime: 0, refetchOnMount: 'always', onError: () => {} } as const;

/** Card with a declared form (create or edit) and its own toolbar. */
export function ResourceForm(props: Props) {
  const { resource, id, header } = props;
  const { form } = resource;
  if (!form) return null;
  const common = { resource: resource.name, redirect: false, disableAuthentication: true } as const;
  if (id === undefined) {
    return (
      <CreateBase {...common}>
        <Frame header={header}>
          <RecordForm {...props} form={form} name={resource.title} />
        </Frame>
      </CreateBase>
    );
  }
  return (
    <EditBase key={id} {...common} id={id} mutationMode="pessimistic" queryOptions={REFETCH_OPTIONS}>
      <EditedRecord {...props} form={form} />
    </EditBase>
  );
}

type FrameProps = Pick<Props, 'header'> & { record?: ResourceRecord; children: ReactNode };

function Frame({ header, record, children }: FrameProps) {
  return (
    <>
      {header?.(record)}
      <Card sx={{ overflow: 'visible' }}>{children}</Card>
    </>
  );
}

type EditedProps = Props & { form: FormMeta };

function EditedRecord({ resource, form, header, onDeleted, onRead, start, skeleton, ...props }: EditedProps) {
  const { record: read, isFetching, error, refetch } = useEditContext<ResourceRecord>();
  const [isRead, setIsRead] = useState(false);
  if (!isRead && !isFetching && read && (read.version !== undefined || isReadOnly(form))) setIsRead(true);
  const record = isRead ? read : undefined;
  const isSettled = record !== undefined || (Boolean(error) && !isFetching);
  const notifyRead = useEvent(() => onRead?.());
  useEffect(() => {
    if (isSettled) notifyRead();
  }, [isSettled, notifyRead]);
  if (!record && isNotFound(error) && !isFetching) return <NotFound list={resource.path} />;
  if (!record) {
    return (
      <Frame header={header}>
        <Box sx={{ padding: 2 }}>
          {error && !isFetching ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            (skeleton ?? <FormSkeleton fields={form.fields.length} />)
          )}
        </Box>
        {!isReadOnly(form) && (isFetching || !error) && <BarSkeleton />}
      </Frame>
    );
  }
  const name = getRowName(record, resource);
  return (
    <Frame header={header} record={record}>
      <RecordForm
        {...props}
        {...{ resource, form, record, name }}
        start={start ?? (onDeleted && form.delete && <DeleteRecordButton {...{ resource, record, name, onDeleted }} />)}
      />
    </Frame>
  );
}
