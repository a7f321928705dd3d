import Card from '@mui/material/Card';
import { useTranslate } from 'ra-core';
import { useDeferredValue } from 'react';
import { useParams } from 'react-router';
import { useErrorMessage } from '../../server/errorMessage';
import { ApiError } from '../../server/http';
import { ErrorState } from '../../shared/Empty';
import { NotFound } from '../routing/NotFound';
import { parseRecordId } from '../routing/recordId';
import { useUnsavedForms } from '../saving/unsavedForms';
import { useRememberRequest } from '../search/recent';
import { ProcessSkeleton } from './ProcessSkeleton';
import { ProcessView } from './ProcessView';
import type { ProcessKind } from './processContext';
import type { ProcessRecord } from './types';
import { useRecord } from './useRecord';

interface PageProps<R extends ProcessRecord> {
  kind: ProcessKind<R>;
}

/** The page of one request of any kind: reads it, and draws what the server says may be seen and done. */
export function ProcessPage<R extends ProcessRecord>({ kind }: PageProps<R>) {
  const id = parseRecordId(useParams().id);
  return id === null ? <NoSuchRequest list={kind.list} /> : <LoadedPage key={id} kind={kind} id={id} />;
}

function LoadedPage<R extends ProcessRecord>({ kind, id }: PageProps<R> & { id: number }) {
  const store = useRecord(kind, id, useUnsavedForms().anyDirty);
  const errorMessage = useErrorMessage();
  const { data: record, error, refetch } = store.query;
  // The whole page is much at once: drawn meanwhile, it keeps a slow phone from hearing nobody.
  const drawn = useDeferredValue(record !== undefined);
  // Also where it was read before: it has been deleted, or given to another service, since.
  if (error instanceof ApiError && error.status === 404) return <NoSuchRequest list={kind.list} />;
  if (record && drawn) {
    return (
      <>
        <ProcessView {...{ kind, record, store }} />
        <Remembered record={record} />
      </>
    );
  }
  if (error && !record) {
    return (
      <Card>
        <ErrorState message={errorMessage(error)} onRetry={() => void refetch()} />
      </Card>
    );
  }
  return <ProcessSkeleton />;
}

/** Beside the page, which would be drawn once more for what is remembered of it. */
function Remembered({ record }: { record: ProcessRecord }) {
  useRememberRequest(record);
  return null;
}

function NoSuchRequest({ list }: { list: string }) {
  const translate = useTranslate();
  return (
    <NotFound list={list} title={translate('process.notFound.title')}>
      {translate('process.notFound.text')}
    </NotFound>
  );
}
