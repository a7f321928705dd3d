import type { ResourceMeta, ViewState } from '../../../api/types';
import { type FilterValues, parseListParams, type UrlParams } from '../listParams';
import { findPeriod, getPeriodStart } from '../period';
import { getDefaultColumns, parseColumns } from '../useColumns';

/** URL parameters that make up the state of a list. */
const PARAM_NAMES = ['filter', 'sort', 'order', 'page', 'perPage', 'columns'];

/** Return whether the query string contains parameters of a list. */
export function hasListParams(search: string): boolean {
  const params = new URLSearchParams(search);
  return PARAM_NAMES.some((name) => params.has(name));
}

/** State of a list as declared. */
export const DEFAULT_STATE: ViewState = { filter: {}, sort: null, order: 'ASC', columns: null, perPage: null };

/** Return the filter to store, with the last months as their number. */
function toStoredFilter(values: FilterValues, { filters }: ResourceMeta): ViewState['filter'] {
  const stored = { ...values };
  for (const each of filters) {
    if (each.type !== 'date' || !each.opening || values[each.other] !== undefined) continue;
    const months = findPeriod(each.opening, values[each.key]);
    if (months) stored[each.key] = months;
  }
  return stored as ViewState['filter'];
}

/** Return a stored filter with a number of months as its first day. */
function fromStoredFilter(stored: ViewState['filter'], { filters }: ResourceMeta): FilterValues {
  const values: FilterValues = { ...stored };
  for (const each of filters) {
    const months = stored[each.key];
    if (each.type === 'date' && each.opening && typeof months === 'number') {
      values[each.key] = getPeriodStart(each.opening, months);
    }
  }
  return values;
}

/** Return a state with all defaults filled in and unknown values dropped. */
function withDefaults({ filter, sort, order, columns, perPage }: ViewState, resource: ResourceMeta) {
  const urlParams: UrlParams = { filter: fromStoredFilter(filter, resource), sort, order, perPage };
  const params = parseListParams(urlParams, resource);
  return { ...params, columns: parseColumns(columns?.join() ?? null, resource.columns) };
}

/** Return the query string of a state; parameters outside the state are kept. */
export function toSearch(state: ViewState, resource: ResourceMeta, before = ''): string {
  const { filterValues, sort, perPage, columns } = withDefaults(state, resource);
  const params = new URLSearchParams(before);
  for (const name of [...PARAM_NAMES, 'displayedFilters']) params.delete(name);
  params.set('filter', JSON.stringify(filterValues));
  params.set('sort', sort.field);
  params.set('order', sort.order);
  params.set('page', '1');
  params.set('perPage', String(perPage));
  if (columns.join() !== getDefaultColumns(resource.columns).join()) params.set('columns', columns.join());
  return `?${params}`;
}

/** Parse the state of a list from the query string. */
export function parseState(search: string, resource: ResourceMeta): ViewState {
  const params = Object.fromEntries(new URLSearchParams(search));
  const { filterValues, sort, perPage } = parseListParams({ ...params, filter: parseJson(params.filter) }, resource);
  const columns = parseColumns(params.columns ?? null, resource.columns);
  return {
    filter: toStoredFilter(filterValues, resource),
    sort: sort.field,
    order: sort.order,
    columns: columns.join() === getDefaultColumns(resource.columns).join() ? null : columns,
    perPage,
  };
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '{}');
  } catch {
    return {};
  }
}

/** Return whether two states show the same list. */
export function isSameState(first: ViewState, second: ViewState, resource: ResourceMeta): boolean {
  const [a, b] = [first, second].map((state) => JSON.stringify(withDefaults(state, resource)));
  return a === b;
}
