import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { ListContextProvider, ResourceContextProvider, useEvent, useListContext, useTranslate } from 'ra-core';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
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
import { exportQuery, isFiltered, requestFilter } from './listParams';
import { ListScreenProvider, useListScreen } from './listScreen';
import { NextButton, type NextStep } from './NextButton';
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
  /** Other ways to look at the same rows, each a tab beside them; the first one is opened. */
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
  return (
    <ResourceContextProvider value={resource.name}>
      <ListContextProvider value={list}>
        <ListScreenProvider value={screen}>
          <PageHeader
            title={resource.title}
            subtitle={<Subtitle />}
            actions={
              <>
                {actions}
                <ListExport />
                {next && <NextButton next={next} />}
              </>
            }
          />
          {filterRequired && (
            <Suspense fallback={<Skeleton height={64} sx={{ marginBottom: 2 }} />}>
              <FilterPanel />
            </Suspense>
          )}
          {views && (
            <Suspense fallback={<Box sx={{ height: 64 }} />}>
              <ViewTabs {...{ views, view }} onChange={setView} />
            </Suspense>
          )}
          {view && <view.Body />}
          {!view && (
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

const rows = 'rows';

/** Which of a list's views is shown, kept in the address; none: its rows. */
function useView(views: readonly ListView[] = []) {
  const [params, setParams] = useSearchParams();
  const [last, setLast] = useState(views[0]?.key ?? rows);
  const asked = params.get('view');
  const view = asked === rows || views.some(({ key }) => key === asked) ? asked : last;
  const choose = useEvent((key: string | null, options?: { replace: boolean }) =>
    setParams((before) => ({ ...Object.fromEntries(before), view: key ?? rows }), options),
  );
  // react-admin leaves out of the address what it does not know: another filter or sort is looked at in the same way.
  useEffect(() => {
    setLast(view ?? rows);
    if (views.length > 0 && asked !== view) choose(view, { replace: true });
  }, [view, asked, views, choose]);
  return [views.find(({ key }) => key === view), choose] as const;
}

function ListExport() {
  const { resource } = useListScreen();
  const { sort, filterValues, total } = useListContext();
  if (!resource.export) return null;
  // A report is asked for by a body, as its rows are.
  const what = resource.filterRequired
    ? { query: { sort: `${sort.field},${sort.order}` }, body: requestFilter(filterValues, resource) }
    : { query: exportQuery(sort, filterValues, resource) };
  return <ExportButton path={resource.export} {...what} disabled={!total} />;
}

/** How many there are, and how many of them wait for the user. */
function Subtitle() {
  const translate = useTranslate();
  const format = useFormat();
  const counters = useCounters();
  const { resource } = useListScreen();
  const { total, filterValues } = useListContext();
  if (total === undefined) return ' ';
  const filtered = isFiltered(filterValues);
  const [all, found] = listsRequests(resource)
    ? ['lists.total', 'lists.found']
    : ['lists.entries', 'lists.entriesFound'];
  const words = translate(filtered ? found : all, { smart_count: total, total: format.number(total) });
  const saysWhose = resource.columns.some(({ type }) => type === 'role');
  const waiting = counters && saysWhose && !filtered ? countOf(counters, Object.keys(resource.record)) : 0;
  return waiting > 0 ? `${words}, ${translate('lists.waitForYou', { smart_count: waiting })}` : words;
}
