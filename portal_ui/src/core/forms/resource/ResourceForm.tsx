import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { CreateBase, EditBase, useEditContext } from 'ra-core';
import { type ReactNode, useState } from 'react';
import type { FormMeta, ResourceMeta } from '../../../api/types';
import { getRowName } from '../../lists/rows';
import { ErrorState } from '../../ui/EmptyState';
import { useErrorMessage } from '../../ui/errorMessage';
import { FormSkeleton } from '../../ui/Skeletons';
import { DeleteRecordButton } from './DeleteRecordButton';
import { type FormValues, isReadOnly, type ResourceRecord } from './formValues';
import { RecordForm } from './RecordForm';
import type { CustomInputs } from './ResourceInput';
import type { BlockedReason } from './useRecordSave';

/** What a resource's form has beyond its declaration. */
export type FormExtras = {
  /** Further buttons beside the title of a record that is edited. */
  actions?: (record: ResourceRecord) => ReactNode;
  /** A new record is opened for editing, because there is more to choose. */
  opensNew?: boolean;
  /** Inputs of its own, by field. */
  inputs?: CustomInputs;
  /** Save may be pressed before anything is typed: it says what is missing. */
  alwaysEnableSave?: boolean;
};

type Props = {
  resource: ResourceMeta;
  /** The record to edit; without it, a new one. */
  id?: number | undefined;
  /** What the server made of the values that were sent. */
  onSaved: (record: ResourceRecord, sent: FormValues) => void;
  /** Why these values may not be saved now, in the reader's words. */
  blockedReason?: BlockedReason | undefined;
  /** At the left of the bar. */
  start?: ReactNode;
  /** Save may be pressed before anything is typed: it says what is missing. */
  alwaysEnableSave?: boolean;
  /** The bar stays at the foot of the card, where a page has several of them. */
  barInPlace?: boolean;
  /** As wide as the page, for tables. */
  wide?: boolean;
  /** After a record was deleted; without it, the card offers no deletion. */
  onDeleted?: (record: ResourceRecord) => void;
  inputs?: CustomInputs | undefined;
  /** Drawn with the record once it is read, above the card. */
  header?: (record: ResourceRecord | undefined) => ReactNode;
};

// A row that a list left behind is not enough to edit, and an older state would be refused: it is read anew.
const FRESH_READ_OPTIONS = { staleTime: 0, refetchOnMount: 'always', onError: () => {} } as const;

/** Card with a declared form (create or edit) and its own toolbar. */
export function ResourceForm(props: Props) {
  const { resource, id, header, wide } = props;
  const { form } = resource;
  if (!form) return null;
  const common = { resource: resource.name, redirect: false, disableAuthentication: true } as const;
  const frame = { header, wide };
  if (id === undefined) {
    return (
      <CreateBase {...common}>
        <Frame {...frame}>
          <RecordForm {...props} form={form} name={resource.title} />
        </Frame>
      </CreateBase>
    );
  }
  return (
    <EditBase key={id} {...common} id={id} mutationMode="pessimistic" queryOptions={FRESH_READ_OPTIONS}>
      <EditedRecord {...props} form={form} frame={frame} />
    </EditBase>
  );
}

type FrameProps = Pick<Props, 'header' | 'wide'> & { record?: ResourceRecord; children: ReactNode };

function Frame({ header, wide = false, record, children }: FrameProps) {
  return (
    <>
      {header?.(record)}
      <Card sx={{ maxWidth: wide ? undefined : 'md', overflow: 'visible' }}>{children}</Card>
    </>
  );
}

type EditedProps = Props & { form: FormMeta; frame: Omit<FrameProps, 'record' | 'children'> };

function EditedRecord({ resource, form, frame, onDeleted, start, ...props }: EditedProps) {
  const { record: read, isFetching, error, refetch } = useEditContext<ResourceRecord>();
  const message = useErrorMessage();
  const [isRead, setIsRead] = useState(false);
  if (!isRead && !isFetching && read && (read.version !== undefined || isReadOnly(form))) setIsRead(true);
  const record = isRead ? read : undefined;
  if (!record) {
    return (
      <Frame {...frame}>
        <Box sx={{ padding: { xs: 2, sm: 3 } }}>
          {error && !isFetching ? (
            <ErrorState message={message(error)} onRetry={() => void refetch()} />
          ) : (
            <FormSkeleton fields={form.fields.length} />
          )}
        </Box>
      </Frame>
    );
  }
  const name = getRowName(record, resource);
  return (
    <Frame {...frame} record={record}>
      <RecordForm
        {...props}
        {...{ resource, form, record, name }}
        start={start ?? (onDeleted && form.delete && <DeleteRecordButton {...{ resource, record, name, onDeleted }} />)}
      />
    </Frame>
  );
}
