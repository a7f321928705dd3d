import { useQueryClient } from '@tanstack/react-query';
import { type RaRecord, useDataProvider, useDelete, useEvent, useUpdate } from 'ra-core';
import { useMemo } from 'react';
import { buildRecordKey, invalidateLists } from '../../api/recordQuery';
import type { ProcessRecord, RequestMeta, RequestResource, RequestUpdate, SaveResponse } from '../../api/requests';
import type { UpdateTarget } from '../forms/useRequestUpdate';
import { useLanguage } from '../i18n/useLanguage';
import { DELETE_UPDATE } from './requestUpdates';

const pessimistic = { mutationMode: 'pessimistic', returnPromise: true } as const;

/** Return the reason why the current step cannot be finished. */
export const getBlockedReason = ({ process }: ProcessRecord): string | null =>
  process.actions.find(({ key }) => key === 'continue')?.reason ?? null;

/** Return reads, writes and optimistic updates of a record in the query cache. */
export function useRequestRecord<R extends ProcessRecord>(resource: RequestResource, id: number) {
  const language = useLanguage();
  const client = useQueryClient();
  const provider = useDataProvider();
  const [update] = useUpdate<RaRecord<number>>(resource);
  const [remove] = useDelete<RaRecord<number>>(resource);

  const write = useEvent(async ({ action, data = {}, idempotencyKey }: RequestUpdate, version: number | undefined) => {
    const previousData = client.getQueryData<R>(buildRecordKey(resource, id, { language }));
    const meta: RequestMeta = { language, action, version, idempotencyKey };
    if (action === DELETE_UPDATE.action)
      return (await remove(resource, { id, previousData, meta }, pessimistic)) as SaveResponse;
    const response = await update(resource, { id, data, previousData, meta }, pessimistic);
    // The response is not a whole record; react-admin caches it under a key with `meta` that no query reads.
    client.removeQueries({ queryKey: buildRecordKey(resource, id, meta), exact: true });
    return response as SaveResponse;
  });

  return useMemo(() => {
    const key = buildRecordKey(resource, id, { language });
    const getCurrent = () => client.getQueryData<R>(key);
    const fetchLatest = () =>
      provider.getOne<R>(resource, { id, meta: { language } }).then(({ data }: { data: R }) => data);
    const show = (record: R): R => {
      client.setQueryData(key, record);
      return record;
    };
    const patch = (change: (record: R) => R) => {
      // A response in flight predates this change and must not overwrite it.
      void client.cancelQueries({ queryKey: key });
      client.setQueryData<R>(key, (record) => record && change(record));
    };
    const send: UpdateTarget<R, RequestUpdate, SaveResponse>['send'] = async (sent, knownVersion) => {
      const response = await write(sent, knownVersion);
      const { version } = response;
      if (version !== undefined) patch((record) => ({ ...record, version }));
      return { response, isBehind: version !== undefined && knownVersion !== undefined && version > knownVersion + 1 };
    };
    return {
      /** Return the cached record, which may be newer than the rendered one. */
      current: getCurrent,
      version: () => getCurrent()?.version,
      send,
      fetchLatest,
      show,
      patch,
      reload: async () => show(await fetchLatest()),
      getBlockedReason,
      invalidateLists: (options?: { refetchType: 'none' }) => invalidateLists(client, options),
    };
  }, [client, provider, resource, id, language, write]);
}
