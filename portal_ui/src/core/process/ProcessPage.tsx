import Card from '@mui/material/Card';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { EditBase, useEditContext, useTranslate } from 'ra-core';
import { useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { useParams } from 'react-router';
import { getCount, useCounters } from '../../api/counters';
import { isNotFound } from '../../api/errors';
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
import { ProcessSkeleton } from './ProcessSkeleton';
import { ProcessView } from './ProcessView';
import type { ProcessDefinition } from './processContext';
import { useTrackRecentRequest } from './recentRequests';
import { getOpenTab } from './tabs';

interface PageProps<R extends ProcessRecord> {
  kind: ProcessDefinition<R>;
}

/** Prefetch the record of a page, its timeline and the chunk of the open pane. */
export const prefetchRecord =
  <R extends ProcessRecord>({ resource, panes }: ProcessDefinition<R>): Prefetch =>
  async (client, { id }, search) => {
    const language = getCurrentLanguage();
    const record = await client.fetchQuery(requestQuery<R>(resource, Number(id), language));
    void panes.load(getOpenTab(record.process, new URLSearchParams(search).get('tab')).key);
    await client.prefetchQuery(timelineQuery(record.id, record.version, language));
  };

/** Page of one request of any type; the server decides what it shows and offers. */
export function ProcessPage<R extends ProcessRecord>({ kind }: PageProps<R>) {
  const id = parseRecordId(useParams().id);
  return id === null ? <RequestNotFound list={kind.list} /> : <RequestEdit key={id} kind={kind} id={id} />;
}

/** Edit context of a request; no background refetch while a form is dirty. */
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
      // On a language change the page stays mounted, with typed text, until the record is refetched.
      placeholderData: keepPreviousData,
      // The page shows errors itself, without a notification by react-admin.
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
  useReadWhenCountsChange(kind.resource, id);
  // Rendering the whole page takes long on slow phones: deferred, it does not block input.
  const isRendered = useDeferredValue(record !== undefined);
  // Also with a cached record: the request was since deleted or given to another service.
  if (isNotFound(error)) return <RequestNotFound list={kind.list} />;
  if (record && isRendered) {
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
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Card>
    );
  }
  return <ProcessSkeleton />;
}

/** Refetch a stale request when the counters change, as it may be the cause. */
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

/** Tracker of recent requests; a component, so that the page does not rerender. */
function TrackRecentRequest({ record }: { record: ProcessRecord }) {
  useTrackRecentRequest(record);
  return null;
}

function RequestNotFound({ list }: { list: string }) {
  const translate = useTranslate();
  return <NotFound list={list} title={translate('process.notFound.title')} />;
}
