import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { ListContextProvider, ResourceContextProvider, useListContext, useTranslate } from 'ra-core';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { canRequireAction, getCount, useCounters } from '../../api/counters';
import { useMeta, useResourceMeta } from '../../api/meta';
import type { ResourceMeta } from '../../api/types';
import { useFormat } from '../i18n/format';
import { BackToSettingsButton } from '../layout/BackToSettingsButton';
import { storeParentList } from '../routing/parentList';
import { useIsNavigating } from '../routing/useIsNavigating';
import { useSetSearch } from '../routing/useSetSearch';
import { ErrorState } from '../ui/EmptyState';
import { lazyPart } from '../ui/lazyPart';
import { PageHeader } from '../ui/PageHeader';
import { useIsNarrow } from '../ui/useIsNarrow';
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
import { hasListParams, toSearch } from './savedViews/viewState';
import { useColumns } from './useColumns';
import { useResourceListController } from './useResourceListController';

/** Lazy, as few lists have views or a panel, and the panel loads the date picker. */
const ViewTabs = lazyPart(() => import('./ListViewTabs'), { fallback: <Box sx={{ height: 64 }} /> });
const FilterPanel = lazyPart(() => import('./FilterPanel'), {
  fallback: <Skeleton height={64} sx={{ marginBottom: 2 }} />,
});

type Props = {
  name: string;
  extras: ColumnOverrides;
  /** Alternative views of the same rows, as tabs; the first is the default. */
  views?: readonly ListView[];
  /** Additional actions in the page header. */
  actions?: ReactNode;
};

/** Page of a declared list, built from the metadata that the server sends. */
export default function ResourceList({ name, ...rest }: Props) {
  const resource = useResourceMeta(name);
  const translate = useTranslate();
  return resource ? <ListContent {...rest} {...{ resource }} /> : <ErrorState error={translate('errors.forbidden')} />;
}

function ListContent({ resource, extras, views, actions }: Omit<Props, 'name'> & { resource: ResourceMeta }) {
  const isViewPending = useDefaultView(resource);
  const list = useResourceListController(resource, { isPaused: isViewPending });
  const { visible: columns, choose: chooseColumns } = useColumns(resource);
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
  // Without rows, there is nothing to search, sort or export.
  const hasTools = list.total !== 0 || list.isPlaceholderData || isFiltered(list.filterValues);
  return (
    <ResourceContextProvider value={resource.name}>
      <ListContextProvider value={list}>
        <ListScreenProvider value={screen}>
          <PageHeader
            title={resource.title}
            subtitle={<Subtitle />}
            back={<BackToSettingsButton />}
            actions={
              <>
                {/* On phones these are in the toolbar. */}
                {hasTools && (!narrow || filterRequired) && <ViewsButton />}
                {hasTools && (!narrow || filterRequired) && <ListExport />}
                {(!narrow || !hasTools) && <ListImport />}
                {actions}
                <NextButton isPrimary />
              </>
            }
          />
          {filterRequired && <FilterPanel />}
          {views && <ViewTabs {...{ views, view }} onChange={setView} />}
          {view && <view.Body />}
          {!view && (
            <Card>
              {/* A list that requires a filter has its tools above the card. */}
              {hasTools && !filterRequired && <ListToolbar />}
              <ListBody />
              {hasTools && <ListPagination />}
            </Card>
          )}
        </ListScreenProvider>
      </ListContextProvider>
    </ResourceContextProvider>
  );
}

/** Return the primary action: the page that adds to this list, or its create form. */
function useNextStep({ name, create, titles }: ResourceMeta): NextStep | undefined {
  const { pages } = useMeta();
  return useMemo(() => {
    const page = pages.find(({ addsTo }) => addsTo === name);
    if (page) return { path: page.path, text: page.label, isRequest: true };
    return create && titles ? { path: create, text: titles.add, isRequest: false } : undefined;
  }, [pages, name, create, titles]);
}

const rows = 'rows';
const NO_VIEWS: readonly ListView[] = [];

/** Return the view named by the URL, by default the first; undefined for the rows. */
function useView(views = NO_VIEWS) {
  const [params] = useSearchParams();
  const setSearch = useSetSearch();
  const requestedView = params.get('view');
  const choose = (key: string) =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      next.set('view', key);
      return `?${next}`;
    });
  return [
    requestedView === rows ? undefined : (views.find(({ key }) => key === requestedView) ?? views[0]),
    choose,
  ] as const;
}

/** Number of rows, and number of rows that require action by the user. */
function Subtitle() {
  const translate = useTranslate();
  const format = useFormat();
  const counters = useCounters();
  const { resource } = useListScreen();
  const { total, filterValues } = useListContext();
  const filtered = isFiltered(filterValues);
  const period = resource.filters.find((filter) => filter.type === 'date' && filter.opening);
  // Two lines, as the period of a report needs on a phone.
  if (total === undefined)
    return (
      <Box component="span" sx={{ display: 'block', minHeight: { xs: period && '2lh', sm: 0 } }}>
        {' '}
      </Box>
    );
  // An empty list has an empty state.
  if (total === 0 && !filtered) return ' ';
  const name = isRequestList(resource) ? 'requests' : resource.name;
  const counted = { smart_count: total, total: format.number(total) };
  const count = translate(`lists.counts.${name}`, { ...counted, _: translate('lists.counts.any', counted) });
  const from = period && filterValues[period.key];
  if (period?.type === 'date' && from) {
    const end = filterValues[period.other];
    const to = end ? format.day(String(end)) : format.date(new Date().toISOString());
    return translate('lists.countInPeriod', { count, from: format.day(String(from)), to });
  }
  const text = filtered ? translate('lists.found', { smart_count: total, count }) : count;
  const waiting =
    counters && canRequireAction(resource) && !filtered ? getCount(counters, Object.keys(resource.record)) : 0;
  if (waiting === 0) return text;
  return (
    <>
      {`${text}, `}
      <Box component="span" sx={{ color: 'portal.accentText', fontWeight: 'fontWeightMedium' }}>
        {translate('lists.waitForYou', { smart_count: waiting })}
      </Box>
    </>
  );
}

/**
 * Redirect to the default view if the URL has no list parameters. The redirect is made before the first request and
 * paint and replaces the history entry, so that Back goes to the previous page. Return whether it is pending.
 */
function useDefaultView(resource: ResourceMeta): boolean {
  const { search, hash, state, key } = useLocation();
  const navigate = useNavigate();
  const isLeaving = useIsNavigating();
  const view = useMeta().defaultViews[resource.name];
  // A list already shown stays as it is when its default view changes.
  const openedKey = useRef<string | null>(null);
  const opens = view !== undefined && !hasListParams(search) && openedKey.current !== key;
  useLayoutEffect(() => {
    if (!opens) openedKey.current = key;
    else if (!isLeaving()) {
      const to = { search: toSearch(view.state, resource, search), hash };
      void navigate(to, { replace: true, state });
    }
  }, [opens, key, view, resource, search, hash, state, navigate, isLeaving]);
  return opens;
}
