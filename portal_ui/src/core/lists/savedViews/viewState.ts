import type { ResourceMeta, ViewState } from '../../../api/types';
import { checkedParams, type GivenParams, requestFilter } from '../listParams';
import { checkedColumns, defaultColumns } from '../useColumns';

/** What of a list's address says what it shows. */
const named = ['filter', 'sort', 'order', 'page', 'perPage', 'columns'];

/** Whether an address says what of the list is shown. */
export function namesState(search: string): boolean {
  const params = new URLSearchParams(search);
  return named.some((name) => params.has(name));
}

/** The list as it is declared. */
export const standardState: ViewState = { filter: {}, sort: null, order: 'ASC', columns: null, perPage: null };

/** A state with nothing left to the list, of what the list knows. */
function completed({ filter, sort, order, columns, perPage }: ViewState, resource: ResourceMeta) {
  const given: GivenParams = { filter, sort, order, perPage };
  const params = checkedParams(given, resource);
  return { ...params, columns: checkedColumns(columns?.join() ?? null, resource.columns) };
}

/** The address of a list that shows a state; what is no part of a state stays as it is. */
export function searchOf(state: ViewState, resource: ResourceMeta, before = ''): string {
  const { filterValues, sort, perPage, columns } = completed(state, resource);
  const params = new URLSearchParams(before);
  for (const name of [...named, 'displayedFilters']) params.delete(name);
  params.set('filter', JSON.stringify(filterValues));
  params.set('sort', sort.field);
  params.set('order', sort.order);
  params.set('page', '1');
  params.set('perPage', String(perPage));
  if (columns.join() !== defaultColumns(resource.columns).join()) params.set('columns', columns.join());
  return `?${params}`;
}

/** What the list shows at an address. */
export function stateOf(search: string, resource: ResourceMeta): ViewState {
  const given = Object.fromEntries(new URLSearchParams(search));
  const { filterValues, sort, perPage } = checkedParams({ ...given, filter: parsed(given.filter) }, resource);
  const columns = checkedColumns(given.columns ?? null, resource.columns);
  return {
    filter: filterValues as ViewState['filter'],
    sort: sort.field,
    order: sort.order,
    columns: columns.join() === defaultColumns(resource.columns).join() ? null : columns,
    perPage,
  };
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '{}');
  } catch {
    return {};
  }
}

/** Whether two states show the same. */
export function sameState(one: ViewState, other: ViewState, resource: ResourceMeta): boolean {
  const [a, b] = [one, other].map((state) => JSON.stringify(completed(state, resource)));
  return a === b;
}

/** What the list is asked for where it opens with a state. */
export function firstAsked(state: ViewState, resource: ResourceMeta) {
  const { filterValues, sort, perPage } = completed(state, resource);
  return {
    filter: JSON.stringify(requestFilter(filterValues, resource)),
    range: JSON.stringify([0, perPage - 1]),
    sort: JSON.stringify([sort.field, sort.order]),
  };
}
