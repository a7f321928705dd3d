import type { SortPayload } from 'ra-core';
import type { ChoiceFilter, Column, DateFilter, Filter, ResourceMeta } from '../../api/types';

/** Values by the keys of the filters, as react-admin keeps them in the address. */
export type FilterValues = Record<string, unknown>;

/** What react-admin reads from an address; anybody may have written it there. */
export type UrlParams = { sort?: unknown; order?: unknown; page?: unknown; perPage?: unknown; filter?: unknown };

/** The parameters of a list that the server can answer. */
export type ListParams = { sort: SortPayload; page: number; perPage: number; filterValues: FilterValues };

export const MAX_KEYWORD_LENGTH = 200;

/** What a list asks for, of what an address says; what the list does not know is left at its default. */
export function parseListParams(given: UrlParams, resource: ResourceMeta): ListParams {
  const page = Number(given.page);
  const perPage = Number(given.perPage);
  const [field, order] = resource.defaultSort;
  const sorted = resource.columns.find(({ sort }) => sort !== null && sort === given.sort);
  const known = sorted?.sort && (given.order === 'ASC' || given.order === 'DESC');
  return {
    sort: known && sorted?.sort ? { field: sorted.sort, order: given.order as 'ASC' | 'DESC' } : { field, order },
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    perPage: resource.pageSizes.includes(perPage) ? perPage : resource.pageSize,
    filterValues: withRequiredFilter(parseFilters(given.filter, resource), resource),
  };
}

/** A list that wants a filter is opened with the declared one. */
function withRequiredFilter(asked: FilterValues, { filters, filterRequired }: ResourceMeta): FilterValues {
  if (!filterRequired || isFiltered(asked)) return asked;
  return Object.fromEntries(
    filters.flatMap((each) => (each.type === 'date' && each.opening ? [[each.key, each.opening]] : [])),
  );
}

/** The filters that a list knows, of what an address or a form says. */
export function parseFilters(given: unknown, resource: ResourceMeta): FilterValues {
  if (typeof given !== 'object' || given === null) return {};
  const values = given as FilterValues;
  const found: FilterValues = {};
  const keyword = toText(values.keyword);
  if (resource.search && keyword) found.keyword = keyword;
  for (const filter of resource.filters) {
    const value = parseFilter(values[filter.key], filter);
    // A part is one of a category: without it, it could not be shown as chosen.
    if (value !== null && !(filter.type === 'part' && !found[filter.other])) found[filter.key] = value;
  }
  return found;
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
  const asked = (Array.isArray(value) ? value : [value]).map(String);
  // A choice's key goes back as the server wrote it: an id as a number.
  const chosen = filter.choices.map(({ key }) => key).filter((key) => asked.includes(String(key)));
  if (chosen.length === 0) return null;
  return filter.multiple ? chosen : chosen[0];
}

/** Whether a filter is one of its choices. */
export function hasChoices(filter: Filter): filter is ChoiceFilter {
  return filter.type === 'choices' || filter.type === 'choice' || filter.type === 'given';
}

/** Whether its filters need the room of a panel: days, above all. */
export const hasPanel = ({ filters, filterRequired }: ResourceMeta) =>
  filterRequired || filters.some(({ type }) => type === 'date');

/** Whether anything is searched or filtered for. */
export function isFiltered(values: FilterValues): boolean {
  return Object.keys(values).length > 0;
}

/** The filter as the server takes it: days from their first second to their last, words without their margins. */
export function toRequestFilter(values: FilterValues, resource: ResourceMeta): FilterValues {
  const asked: FilterValues = {};
  for (const [key, value] of Object.entries(values)) {
    const declared = resource.filters.find((filter) => filter.key === key);
    if (declared?.type === 'date') asked[key] = toDayBound(declared, String(value));
    else if (typeof value !== 'string') asked[key] = value;
    else if (value.trim()) asked[key] = value.trim();
  }
  return asked;
}

/** The first or the last second of a day, which is New York's. */
function toDayBound({ bound }: DateFilter, day: string): string {
  return `${day}T${bound === 'from' ? '00:00:00' : '23:59:59'}`;
}

/** The query of a list's spreadsheet: the same rows in the same order, all of them, in the columns that are shown. */
export function buildExportQuery(
  sort: SortPayload,
  values: FilterValues,
  resource: ResourceMeta,
  columns: readonly Column[],
): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {
    sort: `${sort.field},${sort.order}`,
    // The address of a picture does not last.
    columns: columns.flatMap(({ type, key }) => (type === 'image' ? [] : [key])),
  };
  for (const [key, value] of Object.entries(toRequestFilter(values, resource))) {
    query[key] = Array.isArray(value) ? value.map(String) : String(value);
  }
  return query;
}

/** Name column, which links to the record: the first text column. It cannot be hidden. */
export function getNameColumn(columns: readonly Column[]): Column | undefined {
  return columns.find(({ type }) => type === 'text') ?? columns[0];
}
