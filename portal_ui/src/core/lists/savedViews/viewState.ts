import type { ResourceMeta, ViewState } from '../../../api/types';
import { parseListParams, type UrlParams } from '../listParams';
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

/** Return a state with all defaults filled in and unknown values dropped. */
function withDefaults({ filter, sort, order, columns, perPage }: ViewState, resource: ResourceMeta) {
  const urlParams: UrlParams = { filter, sort, order, perPage };
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

/** Return whether two states show the same list. */
export function isSameState(first: ViewState, second: ViewState, resource: ResourceMeta): boolean {
  const [a, b] = [first, second].map((state) => JSON.stringify(withDefaults(state, resource)));
  return a === b;
}
