import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslate } from 'ra-core';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { countOf, useCounters } from '../../server/counters';
import { useErrorMessage } from '../../server/errorMessage';
import { useResourceMeta } from '../../server/meta';
import type { ResourceMeta } from '../../server/types';
import { ErrorState } from '../../shared/Empty';
import { PageHeader } from '../../shared/PageHeader';
import { ColumnsMenu } from './ColumnsMenu';
import { ExportButton } from './ExportButton';
import { ListBody } from './ListBody';
import { ListPager, pageCount } from './ListPager';
import { ListToolbar } from './ListToolbar';
import type { ListView } from './ListViews';
import { exportQuery, isFiltered, type ListState, restFilter } from './listState';
import { NextButton, type NextStep } from './NextButton';
import { NotAsked, PanelSkeleton } from './NotAsked';
import { RefreshNotice } from './RefreshNotice';
import { isAsked, listsRequests, type RowExtras, useRows } from './rows';
import { useDebounced } from './useDebounced';
import { useListState } from './useListState';

const sortDebounce = 200;
/** Few lists have these, and the panel brings the date picker. */
const ViewTabs = lazy(() => import('./ListViews'));
const FilterPanel = lazy(() => import('./FilterPanel'));

type Props = {
  name: string;
  /** What to do from here, where the role may, if not what the list declares: in the header, and in an empty list. */
  next?: NextStep | undefined;
  extras: RowExtras;
  /** Other ways to look at the same rows, each a tab beside them. */
  views?: readonly ListView[];
  /** What else can be done with the list as it is shown. */
  actions?: ReactNode;
};

/** The screen of a declared list: everything on it comes from what the server declared. */
export default function DeclaredList({ name, next, ...rest }: Props) {
  const resource = useResourceMeta(name);
  const translate = useTranslate();
  if (!resource) return <ErrorState message={translate('errors.forbidden')} />;
  const { create, titles } = resource;
  const declared = create && titles ? { path: create, text: titles.add } : undefined;
  return <Screen {...rest} resource={resource} next={next ?? declared} />;
}

function Screen({ resource, next, extras, views, actions }: Omit<Props, 'name'> & { resource: ResourceMeta }) {
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

  const asked = isAsked(resource, state);
  const view = views?.find(({ key }) => key === state.view);
  const rowsCard = (
    <Card>
      {resource.filterRequired ? (
        <Box
          sx={{
            display: 'flex',
            justifyContent: 'flex-end',
            padding: 1.5,
            paddingBottom: 0,
            '@media print': { display: 'none !important' },
          }}
        >
          <ColumnsMenu
            all={resource.columns}
            shown={state.columns}
            onChange={(columns) => change({ columns, page: state.page })}
          />
        </Box>
      ) : (
        <ListToolbar resource={resource} state={state} onChange={change} />
      )}
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
  );

  return (
    <>
      <PageHeader
        title={resource.title}
        subtitle={<Subtitle resource={resource} total={asked ? total : undefined} filtered={isFiltered(state)} />}
        actions={
          <>
            {actions}
            {resource.export && (
              <ExportButton path={resource.export} {...exportOf(resource, state)} disabled={!total || !asked} />
            )}
            {next && <NextButton next={next} />}
          </>
        }
      />
      {resource.filterRequired && (
        <Suspense fallback={<PanelSkeleton filters={resource.filters.length} />}>
          <FilterPanel resource={resource} state={state} onChange={change} />
        </Suspense>
      )}
      {!asked && <NotAsked />}
      {asked && views && (
        <Suspense fallback={<Box sx={{ height: 64 }} />}>
          <ViewTabs
            {...{ views, view: state.view, total }}
            onChange={(key) => change({ view: key, page: state.page })}
          />
        </Suspense>
      )}
      {asked && view && <view.Body {...{ resource, state }} />}
      {asked && !view && rowsCard}
    </>
  );
}

function exportOf(resource: ResourceMeta, state: ListState) {
  // A report is asked for by a body, as its rows are.
  if (resource.filterRequired) return { query: { sort: state.sort.join() }, body: restFilter(state, resource) };
  return { query: exportQuery(state) };
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
