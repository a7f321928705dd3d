import Card from '@mui/material/Card';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { EditBase, useEditContext, useTranslate } from 'ra-core';
import { useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { useParams } from 'react-router';
import { countOf, useCounters } from '../../api/counters';
import { ApiError } from '../../api/http';
import type { Prefetch } from '../../api/prefetch';
import { retryUnlessRefused } from '../../api/queryClient';
import { REQUEST_STALE_MS, recordKey, requestQuery } from '../../api/recordQuery';
import type { ProcessRecord } from '../../api/requests';
import { courseQuery } from '../../api/timeline';
import { useUnsavedForms } from '../forms/unsavedForms';
import { currentLanguage } from '../i18n/language';
import { useLanguage } from '../i18n/useLanguage';
import { NotFound } from '../routing/NotFound';
import { parseRecordId } from '../routing/parseRecordId';
import { ErrorState } from '../ui/EmptyState';
import { useErrorMessage } from '../ui/errorMessage';
import { ProcessSkeleton } from './ProcessSkeleton';
import { ProcessView } from './ProcessView';
import type { ProcessKind } from './processContext';
import { useRememberRequest } from './recentRequests';
import { openTab } from './tabs';

interface PageProps<R extends ProcessRecord> {
  kind: ProcessKind<R>;
}

/** Reads the record that a page will show, and its course; the pane that it opens at comes while that is drawn. */
export const prefetchRecord =
  <R extends ProcessRecord>({ resource, panes }: ProcessKind<R>): Prefetch =>
  async (client, { id }, search) => {
    const language = currentLanguage();
    const record = await client.fetchQuery(requestQuery<R>(resource, Number(id), language));
    void panes.load(openTab(record.process, new URLSearchParams(search).get('tab')).key);
    await client.prefetchQuery(courseQuery(record.id, record.version, language));
  };

/** The page of one request of any kind: reads it, and draws what the server says may be seen and done. */
export function ProcessPage<R extends ProcessRecord>({ kind }: PageProps<R>) {
  const id = parseRecordId(useParams().id);
  return id === null ? <NoSuchRequest list={kind.list} /> : <RequestEdit key={id} kind={kind} id={id} />;
}

/** Reads the request into react-admin's edit context; a background read never replaces what is being edited. */
export function RequestEdit<R extends ProcessRecord>({ kind, id }: PageProps<R> & { id: number }) {
  const language = useLanguage();
  const { anyDirty } = useUnsavedForms();
  const queryOptions = useMemo(
    () => ({
      meta: { language },
      staleTime: REQUEST_STALE_MS,
      retry: retryUnlessRefused,
      refetchOnWindowFocus: () => !anyDirty(),
      refetchOnReconnect: () => !anyDirty(),
      // In another language the page stays, with what is typed on it, until the new words are there.
      placeholderData: keepPreviousData,
      // The page shows errors itself.
      onError: () => {},
    }),
    [language, anyDirty],
  );
  const mutationOptions = useMemo(() => ({ meta: { language } }), [language]);
  return (
    <EditBase<R>
      resource={kind.resource}
      id={id}
      redirect={false}
      disableAuthentication
      mutationMode="pessimistic"
      queryOptions={queryOptions}
      mutationOptions={mutationOptions}
    >
      <LoadedRequest kind={kind} id={id} />
    </EditBase>
  );
}

function LoadedRequest<R extends ProcessRecord>({ kind, id }: PageProps<R> & { id: number }) {
  const { record, error, refetch } = useEditContext<R>();
  const errorMessage = useErrorMessage();
  useReadWhenCountsChange(kind.resource, id);
  // The whole page is much at once: drawn meanwhile, it keeps a slow phone from hearing nobody.
  const drawn = useDeferredValue(record !== undefined);
  // Also where it was read before: it has been deleted, or given to another service, since.
  if (error instanceof ApiError && error.status === 404) return <NoSuchRequest list={kind.list} />;
  if (record && drawn) {
    return (
      <>
        <ProcessView kind={kind} record={record} />
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

/** Reads a request again when one comes to the user or goes: it may be this one, on a page that says otherwise. */
function useReadWhenCountsChange(resource: string, id: number): void {
  const language = useLanguage();
  const client = useQueryClient();
  const { anyDirty } = useUnsavedForms();
  const waiting = countOf(useCounters() ?? []);
  const before = useRef(waiting);
  useEffect(() => {
    if (before.current === waiting) return;
    before.current = waiting;
    if (!anyDirty()) void client.refetchQueries({ queryKey: recordKey(resource, id, { language }), stale: true });
  }, [waiting, client, resource, id, language, anyDirty]);
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
