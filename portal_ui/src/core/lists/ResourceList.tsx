import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { ListContextProvider, ResourceContextProvider, useEvent, useListContext, useTranslate } from 'ra-core';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type NavigateOptions, useLocation, useNavigate, useSearchParams } from 'react-router';
import { canRequireAction, getCount, useCounters } from '../../api/counters';
import { HOME_LIST, storeDefaultListQuery } from '../../api/initialRequests';
import { useMeta, useResourceMeta } from '../../api/meta';
import type { ResourceMeta } from '../../api/types';
import { useFormat } from '../i18n/format';
import { storeParentList } from '../routing/parentList';
import { useIsNavigating } from '../routing/useIsNavigating';
import { ErrorState } from '../ui/EmptyState';
import { lazyPart } from '../ui/lazyPart';
import { PageHeader } from '../ui/PageHeader';
import { useIsNarrow } from '../ui/useIsNarrow';
import { ColumnsButton } from './ColumnsButton';
import { ListBody } from './ListBody';
import { ListExport } from './ListExport';
import { ListImport } from './ListImport';
import { ListPagination } from './ListPagination';
import { ListToolbar } from './ListToolbar';
import type { ListView } from './ListViewTabs';
import { isFiltered } from './listParams';
import { ListScreenProvider, type NextStep, useListScreen } from './listScreen';
import { NextButton } from './NextButton';
import { type ColumnOverrides, isRequestList } from './rows';
import { ViewsButton } from './savedViews/ViewsButton';
import { hasListParams, toDefaultListQuery, toSearch } from './savedViews/viewState';
import { useColumns } from './useColumns';
import { useResourceListController } from './useResourceListController';

/** Few lists have these, and the panel brings the date picker. */
const ViewTabs = lazyPart(() => import('./ListViewTabs'), { fallback: <Box sx={{ height: 64 }} /> });
const FilterPanel = lazyPart(() => import('./FilterPanel'), {
  fallback: <Skeleton height={64} sx={{ marginBottom: 2 }} />,
});

type Props = {
  name: string;
  extras: ColumnOverrides;
  /** Alternative views of the same rows, as tabs; the first one is opened. */
  views?: readonly ListView[];
  /** What else can be done with the list as it is shown. */
  actions?: ReactNode;
};

/** The screen of a declared list: everything on it comes from what the server declared. */
export default function ResourceList({ name, ...rest }: Props) {
  const resource = useResourceMeta(name);
  const translate = useTranslate();
  return resource ? (
    <ListContent {...rest} {...{ resource }} />
  ) : (
    <ErrorState message={translate('errors.forbidden')} />
  );
}

function ListContent({ resource, extras, views, actions }: Omit<Props, 'name'> & { resource: ResourceMeta }) {
  const waits = useDefaultView(resource);
  const list = useResourceListController(resource, { isPaused: waits });
  const { shown: columns, choose: chooseColumns } = useColumns(resource);
  const [view, setView] = useView(views);
  const next = useNextStep(resource);
  const screen = useMemo(
    () => ({ resource, extras, columns, chooseColumns, next }),
    [resource, extras, columns, chooseColumns, next],
  );
  const { search } = useLocation();
  useEffect(() => storeParentList(resource.name, search), [resource.name, search]);
  const narrow = useIsNarrow();
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
                {/* On a phone they are in the toolbar. */}
                {(!narrow || filterRequired) && (
                  <>
                    <ViewsButton />
                    <ListExport />
                  </>
                )}
                {!narrow && <ListImport />}
                <NextButton />
              </>
            }
          />
          {filterRequired && <FilterPanel />}
          {views && <ViewTabs {...{ views, view }} onChange={setView} />}
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
              <ListBody />
              <ListPagination />
            </Card>
          )}
        </ListScreenProvider>
      </ListContextProvider>
    </ResourceContextProvider>
  );
}

/** What the list offers to do next: the page that says so, or its own form of a new row. */
function useNextStep({ name, create, titles }: ResourceMeta): NextStep | undefined {
  const { pages } = useMeta();
  return useMemo(() => {
    const page = pages.find(({ addsTo }) => addsTo === name);
    if (page) return { path: page.path, text: page.label };
    return create && titles ? { path: create, text: titles.add } : undefined;
  }, [pages, name, create, titles]);
}

const rows = 'rows';
const NO_VIEWS: readonly ListView[] = [];

/** View of a list, kept in the address; none: its rows. */
function useView(views = NO_VIEWS) {
  const [params, setParams] = useSearchParams();
  const [last, setLast] = useState(views[0]?.key ?? rows);
  const asked = params.get('view');
  const view = asked === rows || views.some(({ key }) => key === asked) ? asked : last;
  // Kept at once: a filter that is changed before the view has rendered takes the view out of the address.
  const choose = useEvent((key: string | null, options: NavigateOptions = { flushSync: true }) => {
    setLast(key ?? rows);
    setParams((before) => ({ ...Object.fromEntries(before), view: key ?? rows }), options);
  });
  // react-admin leaves out of the address what it does not know: another filter or sort is looked at in the same way.
  useEffect(() => {
    setLast(view ?? rows);
    if (views.length > 0 && asked !== view) choose(view, { replace: true });
  }, [view, asked, views, choose]);
  return [views.find(({ key }) => key === view), choose] as const;
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
  const name = isRequestList(resource) ? 'requests' : resource.name;
  const counted = { smart_count: total, total: format.number(total) };
  const count = translate(`lists.counts.${name}`, { ...counted, _: translate('lists.counts.any', counted) });
  const words = filtered ? translate('lists.found', { smart_count: total, count }) : count;
  const waiting =
    counters && canRequireAction(resource) && !filtered ? getCount(counters, Object.keys(resource.record)) : 0;
  return waiting > 0 ? `${words}, ${translate('lists.waitForYou', { smart_count: waiting })}` : words;
}

/**
 * Opens a list in its default view where the address names nothing: before anything is asked for or painted, and in
 * the place of that address, so that Back leads to where one was before. Answers whether that is about to happen.
 */
function useDefaultView(resource: ResourceMeta): boolean {
  const { search, hash, state, key } = useLocation();
  const navigate = useNavigate();
  const isLeaving = useIsNavigating();
  const view = useMeta().defaultViews[resource.name];
  // A list that is on screen as it is stays so, whatever becomes its default meanwhile.
  const shown = useRef<string | null>(null);
  const opens = view !== undefined && !hasListParams(search) && shown.current !== key;
  useLayoutEffect(() => {
    if (!opens) shown.current = key;
    else if (!isLeaving()) {
      const to = { search: toSearch(view.state, resource, search), hash };
      void navigate(to, { replace: true, state, flushSync: true });
    }
  }, [opens, key, view, resource, search, hash, state, navigate, isLeaving]);
  useEffect(() => {
    if (resource.name === HOME_LIST) storeDefaultListQuery(view ? toDefaultListQuery(view.state, resource) : null);
  }, [resource, view]);
  return opens;
}
