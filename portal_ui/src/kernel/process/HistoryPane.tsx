import HistoryIcon from '@mui/icons-material/History';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useGetList, useTranslate } from 'ra-core';
import { useMemo, useState } from 'react';
import { useErrorMessage } from '../../server/errorMessage';
import { useResourceMeta } from '../../server/meta';
import type { ResourceMeta } from '../../server/types';
import { Empty, ErrorState } from '../../shared/Empty';
import { ListPager } from '../list/ListPager';
import { defaultState, type ListState } from '../list/listState';
import type { Row } from '../list/rows';
import { HistoryCards, HistoryTable } from './HistoryRows';
import { PaneHead } from './PaneHead';
import { PaneSkeleton } from './ProcessSkeleton';
import { useProcess } from './processContext';

/** Every change of status: the kind's declared history, cut to this record. */
export function HistoryPane() {
  const { kind } = useProcess();
  const translate = useTranslate();
  const resource = useResourceMeta(kind.history.resource);
  if (!resource) return <ErrorState message={translate('errors.forbidden')} />;
  return <HistoryList resource={resource} />;
}

function HistoryList({ resource }: { resource: ResourceMeta }) {
  const { kind, record, step } = useProcess();
  const translate = useTranslate();
  const message = useErrorMessage();
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'));
  const [state, setState] = useState<ListState>(() => defaultState(resource));
  const change = (part: Partial<ListState>) => setState((now) => ({ ...now, page: 1, ...part }));
  const filter = kind.history.filter(record);
  const { data, total, error, isPlaceholderData, refetch } = useGetList<Row>(
    resource.name,
    {
      pagination: { page: state.page, perPage: state.size },
      sort: { field: state.sort[0], order: state.sort[1] },
      filter,
    },
    { placeholderData: (before: unknown) => before as never },
  );
  // The statuses in the rows are those of this process.
  const ofKind = useMemo<ResourceMeta>(
    () => ({ ...resource, record: { [record.process.kind]: '' } }),
    [resource, record.process.kind],
  );
  const Rows = phone ? HistoryCards : HistoryTable;
  return (
    <>
      <PaneHead
        title={step.label}
        empty={!total}
        {...(resource.export
          ? {
              exportPath: resource.export,
              exportQuery: { ...(kind.history.exported?.(record) ?? filter), sort: state.sort.join() },
            }
          : {})}
      />
      {error && !data && <ErrorState message={message(error)} onRetry={() => void refetch()} />}
      {!error && !data && <PaneSkeleton />}
      {data?.length === 0 && (
        <Empty icon={HistoryIcon} title={step.label}>
          {translate('process.history.empty')}
        </Empty>
      )}
      {data && data.length > 0 && (
        <Rows
          resource={ofKind}
          rows={data}
          sort={state.sort}
          busy={isPlaceholderData}
          onSort={(sort) => change({ sort })}
        />
      )}
      <ListPager state={state} total={total} sizes={resource.pageSizes} onChange={change} />
    </>
  );
}
