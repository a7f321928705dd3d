import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { ListContextProvider, ResourceContextProvider, useListContext, useTranslate } from 'ra-core';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { countOf, useCounters } from '../../server/counters';
import { useResourceMeta } from '../../server/meta';
import type { ResourceMeta } from '../../server/types';
import { ErrorState } from '../../shared/Empty';
import { useFormat } from '../../shared/format';
import { useRememberedList } from '../../shared/listPlace';
import { PageHeader } from '../../shared/PageHeader';
import { ColumnsButton } from './ColumnsButton';
import { ExportButton } from './ExportButton';
import { ListBody } from './ListBody';
import { ListPagination } from './ListPagination';
import { ListToolbar } from './ListToolbar';
import type { ListView } from './ListViews';
import { exportQuery, hasQuery, isFiltered, requestFilter } from './listParams';
import { ListScreenProvider, useListScreen } from './listScreen';
import { NextButton, type NextStep } from './NextButton';
import { NoQueryYet, PanelSkeleton } from './NoQueryYet';
import { listsRequests, type RowExtras } from './rows';
import { useColumns } from './useColumns';
import { useDeclaredListController } from './useDeclaredListController';

/** Few lists have these, and the panel brings the date picker. */
const ViewTabs = lazy(() => import('./ListViews'));
const FilterPanel = lazy(() => import('./FilterPanel'));

type Props = {
  name: string;
  /** What to do from here, where the role may, if not what the list declares: in the header, and in an empty list. */
  next?: NextStep | undefined;
  extras: RowExtras;
  /** Other ways to look at the same rows, each a tab beside them. */
  views?: readonly ListView[] | undefined;
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
  const list = useDeclaredListController(resource);
  useRememberedList(listsRequests(resource) ? resource.path : null, useLocation().search);
  const { shown: columns, choose: chooseColumns } = useColumns(resource);
  const [view, setView] = useView(views);
  const screen = useMemo(
    () => ({ resource, extras, columns, chooseColumns }),
    [resource, extras, columns, chooseColumns],
  );
  const { filterRequired } = resource;
  const asked = hasQuery(resource, list.filterValues);
  return (
    <ResourceContextProvider value={resource.name}>
      <ListContextProvider value={list}>
        <ListScreenProvider value={screen}>
          <PageHeader
            title={resource.title}
            subtitle={<Subtitle asked={asked} />}
            actions={
              <>
                {actions}
                <ListExport asked={asked} />
                {next && <NextButton next={next} />}
              </>
            }
          />
          {filterRequired && (
            <Suspense fallback={<PanelSkeleton filters={resource.filters.length} />}>
              <FilterPanel />
            </Suspense>
          )}
          {!asked && <NoQueryYet />}
          {asked && views && (
            <Suspense fallback={<Box sx={{ height: 64 }} />}>
              <ViewTabs {...{ views, view }} onChange={setView} />
            </Suspense>
          )}
          {asked && view && <view.Body />}
          {asked && !view && (
            <Card>
              {filterRequired ? (
                <Box
                  sx={{ display: 'flex', justifyContent: 'end', padding: 1.5, paddingBottom: 0, displayPrint: 'none' }}
                >
                  <ColumnsButton />
                </Box>
              ) : (
                <ListToolbar />
              )}
              <ListBody next={next} />
              <ListPagination />
            </Card>
          )}
        </ListScreenProvider>
      </ListContextProvider>
    </ResourceContextProvider>
  );
}

/** Which of a list's views is shown, kept in the address; none: its rows. */
function useView(views: readonly ListView[] = []) {
  const [params, setParams] = useSearchParams();
  const choose = (key: string) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      if (views.some((view) => view.key === key)) next.set('view', key);
      else next.delete('view');
      return next;
    });
  return [views.find(({ key }) => key === params.get('view')), choose] as const;
}

function ListExport({ asked }: { asked: boolean }) {
  const { resource } = useListScreen();
  const { sort, filterValues, total } = useListContext();
  if (!resource.export) return null;
  // A report is asked for by a body, as its rows are.
  const what = resource.filterRequired
    ? { query: { sort: `${sort.field},${sort.order}` }, body: requestFilter(filterValues, resource) }
    : { query: exportQuery(sort, filterValues, resource) };
  return <ExportButton path={resource.export} {...what} disabled={!total || !asked} />;
}

/** How many there are, and how many of them wait for the user. */
function Subtitle({ asked }: { asked: boolean }) {
  const translate = useTranslate();
  const format = useFormat();
  const counters = useCounters();
  const { resource } = useListScreen();
  const { total, filterValues } = useListContext();
  if (!asked || total === undefined) return ' ';
  const filtered = isFiltered(filterValues);
  const [all, found] = listsRequests(resource)
    ? ['lists.total', 'lists.found']
    : ['lists.entries', 'lists.entriesFound'];
  const words = translate(filtered ? found : all, { smart_count: total, total: format.number(total) });
  const saysWhose = resource.columns.some(({ type }) => type === 'role');
  const waiting = counters && saysWhose && !filtered ? countOf(counters, Object.keys(resource.record)) : 0;
  return waiting > 0 ? `${words}, ${translate('lists.waitForYou', { smart_count: waiting })}` : words;
}
