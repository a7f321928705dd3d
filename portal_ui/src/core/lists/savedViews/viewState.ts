import type { ResourceMeta, ViewState } from '../../../api/types';
import { parseListParams, toRequestFilter, type UrlParams } from '../listParams';
import { getDefaultColumns, parseColumns } from '../useColumns';

/** URL parameters that make up the state of a list. */
const PARAM_NAMES = ['filter', 'sort', 'order', 'page', 'perPage', 'columns'];

/** Whether an address says what of the list is shown. */
export function hasListParams(search: string): boolean {
  const params = new URLSearchParams(search);
  return PARAM_NAMES.some((name) => params.has(name));
}

/** The list as it is declared. */
export const DEFAULT_STATE: ViewState = { filter: {}, sort: null, order: 'ASC', columns: null, perPage: null };

/** A state with nothing left to the list, of what the list knows. */
function withDefaults({ filter, sort, order, columns, perPage }: ViewState, resource: ResourceMeta) {
  const given: UrlParams = { filter, sort, order, perPage };
  const params = parseListParams(given, resource);
  return { ...params, columns: parseColumns(columns?.join() ?? null, resource.columns) };
}

/** The address of a list that shows a state; what is no part of a state stays as it is. */
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
  const given = Object.fromEntries(new URLSearchParams(search));
  const { filterValues, sort, perPage } = parseListParams({ ...given, filter: parseJson(given.filter) }, resource);
  const columns = parseColumns(given.columns ?? null, resource.columns);
  return {
    filter: filterValues as ViewState['filter'],
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

/** Whether two states show the same. */
export function isSameState(one: ViewState, other: ViewState, resource: ResourceMeta): boolean {
  const [a, b] = [one, other].map((state) => JSON.stringify(withDefaults(state, resource)));
  return a === b;
}

/** Convert a state to the first query of the list. */
export function toDefaultListQuery(state: ViewState, resource: ResourceMeta) {
  const { filterValues, sort, perPage } = withDefaults(state, resource);
  return {
    filter: JSON.stringify(toRequestFilter(filterValues, resource)),
    range: JSON.stringify([0, perPage - 1]),
    sort: JSON.stringify([sort.field, sort.order]),
  };
}
