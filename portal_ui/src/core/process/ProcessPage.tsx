import Card from '@mui/material/Card';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { EditBase, useEditContext, useTranslate } from 'ra-core';
import { useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { useParams } from 'react-router';
import { getCount, useCounters } from '../../api/counters';
import { ApiError } from '../../api/http';
import type { Prefetch } from '../../api/prefetch';
import { shouldRetry } from '../../api/queryClient';
import { buildRecordKey, REQUEST_STALE_MS, requestQuery } from '../../api/recordQuery';
import type { ProcessRecord } from '../../api/requests';
import { timelineQuery } from '../../api/timeline';
import { useUnsavedForms } from '../forms/unsavedForms';
import { getCurrentLanguage } from '../i18n/language';
import { useLanguage } from '../i18n/useLanguage';
import { NotFound } from '../routing/NotFound';
import { parseRecordId } from '../routing/parseRecordId';
import { ErrorState } from '../ui/EmptyState';
import { useErrorMessage } from '../ui/errorMessage';
import { ProcessSkeleton } from './ProcessSkeleton';
import { ProcessView } from './ProcessView';
import type { ProcessDefinition } from './processContext';
import { useTrackRecentRequest } from './recentRequests';
import { getOpenTab } from './tabs';

interface PageProps<R extends ProcessRecord> {
  kind: ProcessDefinition<R>;
}

/** Prefetch the record of a page and its timeline, and load the chunk of the pane that it opens at. */
export const prefetchRecord =
  <R extends ProcessRecord>({ resource, panes }: ProcessDefinition<R>): Prefetch =>
  async (client, { id }, search) => {
    const language = getCurrentLanguage();
    const record = await client.fetchQuery(requestQuery<R>(resource, Number(id), language));
    void panes.load(getOpenTab(record.process, new URLSearchParams(search).get('tab')).key);
    await client.prefetchQuery(timelineQuery(record.id, record.version, language));
  };

/** Page of one request of any kind: loads the record, and shows what the server allows to see and do. */
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
      retry: shouldRetry,
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
  const { record, error, refetch, isFetching } = useEditContext<R>();
  const errorMessage = useErrorMessage();
  useReadWhenCountsChange(kind.resource, id);
  // The whole page is much at once: drawn meanwhile, it keeps a slow phone from hearing nobody.
  const drawn = useDeferredValue(record !== undefined);
  // Also where it was read before: it has been deleted, or given to another service, since.
  if (error instanceof ApiError && error.status === 404) return <NoSuchRequest list={kind.list} />;
  if (record && drawn) {
    return (
      <>
        <ProcessView kind={kind} record={record} isRefreshing={isFetching} />
        <TrackRecentRequest record={record} />
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

/** Refetch a request when the counters change: it may be this one. */
function useReadWhenCountsChange(resource: string, id: number): void {
  const language = useLanguage();
  const client = useQueryClient();
  const { anyDirty } = useUnsavedForms();
  const waiting = getCount(useCounters() ?? []);
  const before = useRef(waiting);
  useEffect(() => {
    if (before.current === waiting) return;
    before.current = waiting;
    if (!anyDirty()) void client.refetchQueries({ queryKey: buildRecordKey(resource, id, { language }), stale: true });
  }, [waiting, client, resource, id, language, anyDirty]);
}

/** Beside the page, which would be drawn once more for what is remembered of it. */
function TrackRecentRequest({ record }: { record: ProcessRecord }) {
  useTrackRecentRequest(record);
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
