import Card from '@mui/material/Card';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { countOf, useCounters } from '../../server/counters';
import { useErrorMessage } from '../../server/errorMessage';
import { useResourceMeta } from '../../server/meta';
import type { ResourceMeta } from '../../server/types';
import { ErrorState } from '../../shared/Empty';
import { PageHeader } from '../../shared/PageHeader';
import { ExportButton } from './ExportButton';
import { ListBody } from './ListBody';
import { ListPager, pageCount } from './ListPager';
import { ListToolbar } from './ListToolbar';
import { exportQuery, isFiltered, type ListState } from './listState';
import { NextButton, type NextStep } from './NextButton';
import { RefreshNotice } from './RefreshNotice';
import { listsRequests, type RowExtras, useRows } from './rows';
import { useDebounced } from './useDebounced';
import { useListState } from './useListState';

const sortDebounce = 200;

type Props = {
  name: string;
  /** What to do from here, where the role may, if not what the list declares: in the header, and in an empty list. */
  next?: NextStep | undefined;
  extras: RowExtras;
};

/** The screen of a declared list: everything on it comes from what the server declared. */
export default function DeclaredList({ name, next, extras }: Props) {
  const resource = useResourceMeta(name);
  const translate = useTranslate();
  if (!resource) return <ErrorState message={translate('errors.forbidden')} />;
  const { create, titles } = resource;
  const declared = create && titles ? { path: create, text: titles.add } : undefined;
  return <Screen {...{ resource, extras }} next={next ?? declared} />;
}

function Screen({ resource, next, extras }: Omit<Props, 'name'> & { resource: ResourceMeta }) {
  const { state, change } = useListState(resource);
  const [sort, setSort] = useDebounced(state.sort, sortDebounce, (chosen: ListState['sort']) =>
    change({ sort: chosen }),
  );
  const { data: rows, total, error, isPlaceholderData, refetch } = useRows(resource, state);
  const message = useErrorMessage();
  const cards = useMediaQuery((theme) => theme.breakpoints.down('sm'));

  // The last page may have gone since the address was noted.
  const lastPage = Math.max(pageCount(total ?? 0, state.size), 1);
  const tooFar = total !== undefined && !isPlaceholderData && state.page > lastPage;
  useEffect(() => {
    if (tooFar) change({ page: lastPage }, { replace: true });
  }, [tooFar, lastPage, change]);

  const turnPage = (part: Partial<ListState>) => {
    change(part);
    window.scrollTo({ top: 0 });
  };

  return (
    <>
      <PageHeader
        title={resource.title}
        subtitle={<Subtitle resource={resource} total={total} filtered={isFiltered(state)} />}
        actions={
          <>
            {resource.export && <ExportButton path={resource.export} query={exportQuery(state)} disabled={!total} />}
            {next && <NextButton next={next} />}
          </>
        }
      />
      <Card>
        <ListToolbar resource={resource} state={state} onChange={change} />
        {error && rows && !isPlaceholderData && <RefreshNotice message={message(error)} onRetry={() => refetch()} />}
        <ListBody
          {...{ resource, state, cards, sort, next, extras }}
          rows={error && (isPlaceholderData || !rows) ? undefined : rows}
          error={error && (isPlaceholderData || !rows) ? message(error) : undefined}
          busy={isPlaceholderData}
          onSort={setSort}
          onRetry={() => refetch()}
          onClear={() => change({ keyword: '', filters: {} })}
        />
        <ListPager
          state={state}
          total={error && !rows ? undefined : total}
          sizes={resource.pageSizes}
          ofEntries={!listsRequests(resource)}
          onChange={turnPage}
        />
      </Card>
    </>
  );
}

/** How many there are, and how many of them wait for the user. */
function Subtitle({
  resource,
  total,
  filtered,
}: {
  resource: ResourceMeta;
  total: number | undefined;
  filtered: boolean;
}) {
  const translate = useTranslate();
  const counters = useCounters();
  if (total === undefined) return ' ';
  const [all, found] = listsRequests(resource)
    ? ['lists.total', 'lists.found']
    : ['lists.entries', 'lists.entriesFound'];
  const words = translate(filtered ? found : all, { smart_count: total });
  const saysWhose = resource.columns.some(({ type }) => type === 'role');
  const waiting = counters && saysWhose && !filtered ? countOf(counters, Object.keys(resource.record)) : 0;
  return waiting > 0 ? `${words}, ${translate('lists.waitForYou', { smart_count: waiting })}` : words;
}
