import type { SortPayload } from 'ra-core';
import type { ChoiceFilter, Column, DateFilter, Filter, ResourceMeta } from '../../api/types';

/** Filter values by filter key, as react-admin stores them in the URL. */
export type FilterValues = Record<string, unknown>;

/** Unvalidated URL parameters of a list, as react-admin reads them. */
export type UrlParams = { sort?: unknown; order?: unknown; page?: unknown; perPage?: unknown; filter?: unknown };

/** Validated parameters of a list. */
export type ListParams = { sort: SortPayload; page: number; perPage: number; filterValues: FilterValues };

export const MAX_KEYWORD_LENGTH = 200;

/** Validate URL parameters; invalid ones are replaced by the defaults of the list. */
export function parseListParams(params: UrlParams, resource: ResourceMeta): ListParams {
  const page = Number(params.page);
  const perPage = Number(params.perPage);
  const [field, order] = resource.defaultSort;
  const sorted = resource.columns.find(({ sort }) => sort !== null && sort === params.sort);
  const known = sorted?.sort && (params.order === 'ASC' || params.order === 'DESC');
  return {
    sort: known && sorted?.sort ? { field: sorted.sort, order: params.order as 'ASC' | 'DESC' } : { field, order },
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    perPage: resource.pageSizes.includes(perPage) ? perPage : resource.pageSize,
    filterValues: withRequiredFilter(parseFilters(params.filter, resource), resource),
  };
}

/** Add the declared opening filter if the list requires a filter and has none. */
function withRequiredFilter(filterValues: FilterValues, { filters, filterRequired }: ResourceMeta): FilterValues {
  if (!filterRequired || isFiltered(filterValues)) return filterValues;
  return Object.fromEntries(
    filters.flatMap((each) => (each.type === 'date' && each.opening ? [[each.key, each.opening]] : [])),
  );
}

/** Validate the filters of a URL or form; unknown filters and values are dropped. */
export function parseFilters(filter: unknown, resource: ResourceMeta): FilterValues {
  if (typeof filter !== 'object' || filter === null) return {};
  const values = filter as FilterValues;
  const result: FilterValues = {};
  const keyword = toText(values.keyword);
  if (resource.search && keyword) result.keyword = keyword;
  for (const filter of resource.filters) {
    const value = parseFilter(values[filter.key], filter);
    // The parts of the input depend on the category: without one, a part can't be displayed.
    if (value !== null && !(filter.type === 'part' && !result[filter.other])) result[filter.key] = value;
  }
  return result;
}

const toText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, MAX_KEYWORD_LENGTH) : '';

const validatorByType = {
  text: (text: string) => text !== '',
  part: (text: string) => /^\d{1,15}$/.test(text),
  date: (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
};

function parseFilter(value: unknown, filter: Filter): unknown {
  if (filter.type === 'switch') return value === true ? true : null;
  if (!hasChoices(filter)) {
    const text = toText(value).trim();
    return validatorByType[filter.type](text) ? text : null;
  }
  const requested = (Array.isArray(value) ? value : [value]).map(String);
  // Keep the type of the declared key: an ID is a number.
  const chosen = filter.choices.map(({ key }) => key).filter((key) => requested.includes(String(key)));
  if (chosen.length === 0) return null;
  return filter.multiple ? chosen : chosen[0];
}

/** Return whether a filter has declared choices. */
export function hasChoices(filter: Filter): filter is ChoiceFilter {
  return filter.type === 'choices' || filter.type === 'choice' || filter.type === 'given';
}

/** Return whether the filters are in a panel: required filters or dates. */
export const hasPanel = ({ filters, filterRequired }: ResourceMeta) =>
  filterRequired || filters.some(({ type }) => type === 'date');

/** Return whether a search keyword or filter is set. */
export function isFiltered(values: FilterValues): boolean {
  return Object.keys(values).length > 0;
}

/** Return the filter of the request: days as first or last second, text trimmed. */
export function toRequestFilter(values: FilterValues, resource: ResourceMeta): FilterValues {
  const requestFilter: FilterValues = {};
  for (const [key, value] of Object.entries(values)) {
    const declared = resource.filters.find((filter) => filter.key === key);
    if (declared?.type === 'date') requestFilter[key] = toDayBound(declared, String(value));
    else if (typeof value !== 'string') requestFilter[key] = value;
    else if (value.trim()) requestFilter[key] = value.trim();
  }
  return requestFilter;
}

/** Return the first or last second of a day in New York, without an offset. */
function toDayBound({ bound }: DateFilter, day: string): string {
  return `${day}T${bound === 'from' ? '00:00:00' : '23:59:59'}`;
}

/** Return the query of an export: all matching rows, sorted, in the given columns. */
export function buildExportQuery(
  sort: SortPayload,
  values: FilterValues,
  resource: ResourceMeta,
  columns: readonly Column[],
): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {
    sort: `${sort.field},${sort.order}`,
    // Image URLs are temporary.
    columns: columns.flatMap(({ type, key }) => (type === 'image' ? [] : [key])),
  };
  for (const [key, value] of Object.entries(toRequestFilter(values, resource))) {
    query[key] = Array.isArray(value) ? value.map(String) : String(value);
  }
  return query;
}

/** Return the name column, which links to the record. It is the first text column and cannot be hidden. */
export function getNameColumn(columns: readonly Column[]): Column | undefined {
  return columns.find(({ type }) => type === 'text') ?? columns[0];
}
