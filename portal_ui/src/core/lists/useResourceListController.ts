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
  /** What the list is cut to, whatever is filtered besides. */
  filter?: FilterValues;
  /** The state is the list's own, not the address's: it is one of several on a page. */
  disableSyncWithLocation?: boolean;
  /** Nothing is asked for yet: the address is about to be another one. */
  isPaused?: boolean;
};

/**
 * The ListContext of a declared list, from the hooks that useListController is made of. That one leaves a page that
 * could not be loaded for the first one, and shows a sort only once it was asked for.
 */
export function useResourceListController(
  resource: ResourceMeta,
  { filter = noFilter, disableSyncWithLocation = false, isPaused = false }: Options = {},
): ListControllerResult<Row> {
  const { name, defaultSort, pageSize } = resource;
  const standard = useMemo(() => ({ field: defaultSort[0], order: defaultSort[1] }), [defaultSort]);
  // Nothing is kept beside the address: Back and a bookmark show the list as it was, the navigation as it is at first.
  const [given, { setFilters, setPage, setPerPage, setSort, showFilter, hideFilter }] = useListParams({
    resource: name,
    perPage: pageSize,
    sort: standard,
    storeKey: false,
    disableSyncWithLocation,
  });
  const params = useMemo(() => parseListParams(given, resource), [given, resource]);
  const { page, perPage, filterValues } = params;
  const change = useChange(params, setFilters, setSort);
  const [sort, sortSoon] = useDebouncedSort(params.sort, (chosen) => change({ sort: chosen }));
  const filterBy = useEvent((values: FilterValues, displayed?: Record<string, boolean>) =>
    change({ filters: [values, displayed] }),
  );

  const sent = useMemo(
    () => ({ ...toRequestFilter(filterValues, resource), ...filter }),
    [filterValues, filter, resource],
  );
  // Each state is asked for by itself, so a late answer never replaces a newer one.
  const rows = useGetList<Row>(
    name,
    { pagination: { page, perPage }, sort: params.sort, filter: sent },
    // The rows before stay until the new ones are there: nothing jumps.
    { placeholderData: (before) => before, enabled: !isPaused },
  );
  const { data, total, isPlaceholderData } = rows;

  const lastPage = Math.max(Math.ceil((total ?? 0) / perPage), 1);
  const gone = total !== undefined && !isPlaceholderData && page > lastPage;
  const replacePage = useReplacePage();
  useEffect(() => {
    if (!gone) return;
    if (disableSyncWithLocation) setPage(lastPage);
    else replacePage(lastPage);
  }, [gone, lastPage, disableSyncWithLocation, setPage, replacePage]);

  const [selectedIds, selection] = useRecordSelection<Row>({ resource: name });
  const onSelectAll = useSelectAll({ resource: name, sort: params.sort, filter: sent });
  const onUnselectItems = () => selection.unselect(selectedIds);

  const controller = {
    ...rows,
    resource: name,
    sort,
    setSort: sortSoon,
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
    displayedFilters: given.displayedFilters,
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
  // Which of its shapes it is (pending, failed, there) follows from the rows' own.
  return controller as ListControllerResult<Row>;
}

type Filters = [FilterValues, Record<string, boolean>?];
type PendingChange = { filters?: Filters; sort?: SortPayload };

/**
 * Changes the filters and the sort. The given setters start from the address as it is drawn, and would lose what was
 * asked for a moment before: that goes with the next change until it is drawn.
 */
function useChange(
  { filterValues, sort }: { filterValues: FilterValues; sort: SortPayload },
  setFilters: (...filters: Filters) => void,
  setSort: (sort: SortPayload) => void,
): (part: PendingChange) => void {
  const isLeaving = useIsNavigating();
  const wanted = useRef<PendingChange>({});
  const isCleared = useRef(false);
  // Whatever is drawn anew, by value, ends the wait for it.
  const drawnFilters = JSON.stringify(filterValues);
  const drawnSort = JSON.stringify(sort);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the value tells when
  useEffect(() => {
    delete wanted.current.filters;
    isCleared.current = false;
  }, [drawnFilters]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the value tells when
  useEffect(() => {
    delete wanted.current.sort;
  }, [drawnSort]);
  return useEvent((part) => {
    if (isLeaving()) return;
    wanted.current = { ...wanted.current, ...part };
    if (part.filters) {
      const [values, displayed] = part.filters;
      isCleared.current ||= Object.keys(values).length === 0;
      // A form that is still to be drawn without them sends those that were cleared, too.
      if (isCleared.current) wanted.current.filters = [withoutSame(values, filterValues), displayed];
    }
    const { filters, sort: chosen } = wanted.current;
    if (filters) setFilters(...filters);
    if (chosen) setSort(chosen);
  });
}

function withoutSame(values: FilterValues, before: FilterValues): FilterValues {
  const isSame = (key: string) => JSON.stringify(values[key]) === JSON.stringify(before[key]);
  return Object.fromEntries(Object.entries(values).filter(([key]) => !isSame(key)));
}

/** Debounced sort: shown at once, requested after the delay; a sort from outside wins. */
function useDebouncedSort(asked: SortPayload, ask: (sort: SortPayload) => void) {
  const [chosen, choose] = useState<SortPayload | null>(null);
  // By value: what is read anew from an unchanged address is no news, nor is what was asked for here.
  const now = JSON.stringify(asked);
  const known = useRef(now);
  useEffect(() => {
    if (known.current === now) return;
    known.current = now;
    choose(null);
  }, [now]);
  const askNow = useEvent(ask);
  useEffect(() => {
    if (!chosen) return undefined;
    const timer = setTimeout(() => {
      known.current = JSON.stringify(chosen);
      askNow(chosen);
    }, SORT_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [chosen, askNow]);
  return [chosen ?? asked, choose] as const;
}

/** Goes to another page in the place of this one: Back must not lead to a page that is gone. */
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
