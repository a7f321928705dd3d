import {
  type ListControllerResult,
  type SortPayload,
  useEvent,
  useGetList,
  useListParams,
  useRecordSelection,
  useSelectAll,
} from 'ra-core';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ResourceMeta } from '../../api/types';
import { useIsNavigating } from '../routing/useIsNavigating';
import { type FilterValues, parseListParams, toRequestFilter } from './listParams';
import type { Row } from './rows';

const SORT_DEBOUNCE_MS = 200;
const noFilter: FilterValues = {};

type Options = {
  /** Permanent filter, in addition to those of the user. */
  filter?: FilterValues;
  /** State outside the URL, for one of several lists on a page. */
  disableSyncWithLocation?: boolean;
  /** True while a redirect is pending; no request is sent. */
  isPaused?: boolean;
};

/**
 * Return the ListContext of a declared list, from the hooks of useListController. The original hook goes to the first
 * page if a page fails to load, and shows a new sort only once it is requested.
 */
export function useResourceListController(
  resource: ResourceMeta,
  { filter = noFilter, disableSyncWithLocation = false, isPaused = false }: Options = {},
): ListControllerResult<Row> {
  const { name, defaultSort, pageSize } = resource;
  const standard = useMemo(() => ({ field: defaultSort[0], order: defaultSort[1] }), [defaultSort]);
  // Only the URL, no store: Back and bookmarks restore the list, navigation entries open its defaults.
  const [urlParams, { setFilters, setPage, setPerPage, setSort, showFilter, hideFilter }] = useListParams({
    resource: name,
    perPage: pageSize,
    sort: standard,
    storeKey: false,
    disableSyncWithLocation,
  });
  const params = useMemo(() => parseListParams(urlParams, resource), [urlParams, resource]);
  const { page, perPage, filterValues } = params;
  const change = useChange(params, setFilters, setSort);
  const [sort, setSortDebounced] = useDebouncedSort(params.sort, (chosen) => change({ sort: chosen }));
  const filterBy = useEvent((values: FilterValues, displayed?: Record<string, boolean>) =>
    change({ filters: [values, displayed] }),
  );

  const sent = useMemo(
    () => ({ ...toRequestFilter(filterValues, resource), ...filter }),
    [filterValues, filter, resource],
  );
  // Each state has its own query key, so that a late response never replaces a newer one.
  const rows = useGetList<Row>(
    name,
    { pagination: { page, perPage }, sort: params.sort, filter: sent },
    // Keep the previous rows until the new ones are loaded, to avoid a layout shift.
    { placeholderData: (before) => before, enabled: !isPaused },
  );
  const { data, total, isPlaceholderData } = rows;

  const lastPage = Math.max(Math.ceil((total ?? 0) / perPage), 1);
  const isPastEnd = total !== undefined && !isPlaceholderData && page > lastPage;
  const replacePage = useReplacePage();
  useEffect(() => {
    if (!isPastEnd) return;
    if (disableSyncWithLocation) setPage(lastPage);
    else replacePage(lastPage);
  }, [isPastEnd, lastPage, disableSyncWithLocation, setPage, replacePage]);

  const [selectedIds, selection] = useRecordSelection<Row>({ resource: name });
  const onSelectAll = useSelectAll({ resource: name, sort: params.sort, filter: sent });
  const onUnselectItems = () => selection.unselect(selectedIds);

  const controller = {
    ...rows,
    resource: name,
    sort,
    setSort: setSortDebounced,
    page,
    setPage: (to: number) => {
      setPage(to);
      if (!disableSyncWithLocation) window.scrollTo({ top: 0 });
    },
    perPage,
    setPerPage,
    filter,
    filterValues,
    setFilters: filterBy,
    displayedFilters: urlParams.displayedFilters,
    showFilter,
    hideFilter,
    hasNextPage: data !== undefined && page < lastPage,
    hasPreviousPage: page > 1,
    selectedIds,
    onSelect: selection.select,
    onToggleItem: selection.toggle,
    onUnselectItems,
    onSelectAll,
    exporter: false as const,
  };
  // The variant of the union (pending, error, success) is that of useGetList.
  return controller as ListControllerResult<Row>;
}

type Filters = [FilterValues, Record<string, boolean>?];
type PendingChange = { filters?: Filters; sort?: SortPayload };

/**
 * Return a callback that changes filters or sort. The setters of react-admin start from the rendered URL and would lose
 * a change made just before, so each change is repeated with the next ones until it is rendered.
 */
function useChange(
  { filterValues, sort }: { filterValues: FilterValues; sort: SortPayload },
  setFilters: (...filters: Filters) => void,
  setSort: (sort: SortPayload) => void,
): (part: PendingChange) => void {
  const isLeaving = useIsNavigating();
  const pendingChange = useRef<PendingChange>({});
  const isCleared = useRef(false);
  // A pending change is done once the rendered value changes.
  const filtersKey = JSON.stringify(filterValues);
  const sortKey = JSON.stringify(sort);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the value changes
  useEffect(() => {
    delete pendingChange.current.filters;
    isCleared.current = false;
  }, [filtersKey]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the value changes
  useEffect(() => {
    delete pendingChange.current.sort;
  }, [sortKey]);
  return useEvent((part) => {
    if (isLeaving()) return;
    pendingChange.current = { ...pendingChange.current, ...part };
    if (part.filters) {
      const [values, displayed] = part.filters;
      isCleared.current ||= Object.keys(values).length === 0;
      // A form that has not rendered the cleared filters yet submits them again.
      if (isCleared.current) pendingChange.current.filters = [omitUnchanged(values, filterValues), displayed];
    }
    const { filters, sort: chosen } = pendingChange.current;
    if (filters) setFilters(...filters);
    if (chosen) setSort(chosen);
  });
}

function omitUnchanged(values: FilterValues, before: FilterValues): FilterValues {
  const isSame = (key: string) => JSON.stringify(values[key]) === JSON.stringify(before[key]);
  return Object.fromEntries(Object.entries(values).filter(([key]) => !isSame(key)));
}

/** Debounce the sort: shown immediately, requested later. A sort from the URL wins. */
function useDebouncedSort(urlSort: SortPayload, applySort: (sort: SortPayload) => void) {
  const [chosen, choose] = useState<SortPayload | null>(null);
  // Compared by value, as the URL is parsed again on each render; the own request is not a change.
  const urlSortKey = JSON.stringify(urlSort);
  const known = useRef(urlSortKey);
  useEffect(() => {
    if (known.current === urlSortKey) return;
    known.current = urlSortKey;
    choose(null);
  }, [urlSortKey]);
  const apply = useEvent(applySort);
  useEffect(() => {
    if (!chosen) return undefined;
    const timer = setTimeout(() => {
      known.current = JSON.stringify(chosen);
      apply(chosen);
    }, SORT_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [chosen, apply]);
  return [chosen ?? urlSort, choose] as const;
}

/** Return a callback that replaces the page in the URL: Back must skip a gone page. */
function useReplacePage(): (page: number) => void {
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  const isLeaving = useIsNavigating();
  return useCallback(
    (page) => {
      if (isLeaving()) return;
      const params = new URLSearchParams(search);
      params.set('page', String(page));
      navigate({ search: `?${params}`, hash }, { replace: true });
    },
    [navigate, search, hash, isLeaving],
  );
}
