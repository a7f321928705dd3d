import type { ChoiceFilter, Column, DateFilter, Filter, ResourceMeta } from '../../server/types';

export type Order = 'ASC' | 'DESC';
export type FilterValue = string[] | true;

/** All that makes a list look as it does; it lives in the address. */
export type ListState = {
  keyword: string;
  sort: [field: string, order: Order];
  page: number;
  size: number;
  /** Keys of the shown columns in their order. */
  columns: string[];
  filters: Record<string, FilterValue>;
  /** Which of the list's views is shown; none: its rows. */
  view: string;
};

const longestKeyword = 200;

/** What a list shows before anything was chosen. */
export function defaultState(meta: ResourceMeta): ListState {
  return {
    keyword: '',
    sort: meta.defaultSort,
    page: 1,
    size: meta.pageSize,
    columns: meta.columns.map(({ key }) => key),
    filters: {},
    view: '',
  };
}

/** The state that an address names; what the list does not know is left at its default. */
export function readListState(search: string, meta: ResourceMeta): ListState {
  const query = new URLSearchParams(search);
  const standard = defaultState(meta);
  const [field = '', order = ''] = (query.get('sort') ?? '').split(',');
  const sortable = meta.columns.some((column) => column.sort === field) && (order === 'ASC' || order === 'DESC');
  const page = Number(query.get('page'));
  const size = Number(query.get('size'));
  return {
    keyword: (query.get('keyword') ?? '').slice(0, longestKeyword),
    sort: sortable ? [field, order as Order] : standard.sort,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    size: meta.pageSizes.includes(size) ? size : standard.size,
    columns: readColumns(query.get('columns'), meta.columns),
    filters: readFilters(query, meta.filters),
    view: /^[a-z]+$/.exec(query.get('view') ?? '')?.[0] ?? '',
  };
}

function readFilters(query: URLSearchParams, declared: readonly Filter[]): ListState['filters'] {
  const found: ListState['filters'] = {};
  for (const filter of declared) {
    const value = readFilter(query, filter);
    // A part is one of a category: without it, it could not be shown as chosen.
    if (value && !(filter.type === 'part' && !found[filter.other])) found[filter.key] = value;
  }
  return found;
}

/** The column that names a row and links to it: the first of words. It cannot be hidden. */
export function namingColumn(columns: readonly Column[]): Column | undefined {
  return columns.find(({ type }) => type === 'text') ?? columns[0];
}

function readColumns(named: string | null, columns: readonly Column[]): string[] {
  const known = columns.map(({ key }) => key);
  if (named === null) return known;
  const chosen = [...new Set(named.split(','))].filter((key) => known.includes(key));
  const naming = namingColumn(columns)?.key;
  return naming === undefined || chosen.includes(naming) ? chosen : [naming, ...chosen];
}

const shapes = {
  text: () => true,
  part: (text: string) => /^\d{1,15}$/.test(text),
  date: (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
};

function readFilter(query: URLSearchParams, filter: Filter): FilterValue | null {
  if (filter.type === 'switch') return query.get(filter.key) === 'true' ? true : null;
  if (!hasChoices(filter)) {
    const text = (query.get(filter.key) ?? '').trim().slice(0, longestKeyword);
    return text !== '' && shapes[filter.type](text) ? [text] : null;
  }
  const known = filter.choices.map(({ key }) => String(key));
  const chosen = query.getAll(filter.key).filter((key) => known.includes(key));
  if (chosen.length === 0) return null;
  return takesMany(filter) ? chosen : chosen.slice(0, 1);
}

/** The address of a state; what is at its default is not said. */
export function writeListState(state: ListState, meta: ResourceMeta): string {
  const query = new URLSearchParams();
  const standard = defaultState(meta);
  if (state.keyword) query.set('keyword', state.keyword);
  for (const [key, value] of Object.entries(state.filters)) {
    for (const one of value === true ? ['true'] : value) query.append(key, one);
  }
  if (state.sort.join() !== standard.sort.join()) query.set('sort', state.sort.join());
  if (state.columns.join() !== standard.columns.join()) query.set('columns', state.columns.join());
  if (state.size !== standard.size) query.set('size', String(state.size));
  if (state.view) query.set('view', state.view);
  if (state.page > 1) query.set('page', String(state.page));
  const text = query.toString();
  return text && `?${text}`;
}

export function hasChoices(filter: Filter): filter is ChoiceFilter {
  return filter.type === 'choices' || filter.type === 'choice' || filter.type === 'given';
}

/** Statuses can be combined; a client is one or all. */
export function takesMany(filter: Filter): boolean {
  return filter.type === 'choices' && filter.choices.some(({ tone }) => tone !== undefined);
}

export function isFiltered(state: ListState): boolean {
  return state.keyword !== '' || Object.keys(state.filters).length > 0;
}

/** The filter of ra-data-simple-rest's dialect. */
export function restFilter(state: ListState, meta: ResourceMeta): Record<string, unknown> {
  const filter: Record<string, unknown> = {};
  const keyword = state.keyword.trim();
  if (keyword) filter.keyword = keyword;
  for (const declared of meta.filters) {
    const value = state.filters[declared.key];
    if (value === undefined) continue;
    if (value === true || declared.type === 'switch') filter[declared.key] = true;
    else if (declared.type === 'date') filter[declared.key] = momentOf(declared, value[0] ?? '');
    else if (!hasChoices(declared)) filter[declared.key] = value[0];
    else {
      // A choice's key goes back as the server wrote it: an id as a number.
      const keys = declared.choices.filter(({ key }) => value.includes(String(key))).map(({ key }) => key);
      filter[declared.key] = takesMany(declared) ? keys : keys[0];
    }
  }
  return filter;
}

/** The first or the last second of a day, which is New York's. */
function momentOf({ bound }: DateFilter, day: string): string {
  return `${day}T${bound === 'from' ? '00:00:00' : '23:59:59'}`;
}

/** The query of a list's export: the same rows in the same order, all of them. */
export function exportQuery(state: ListState): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = { sort: state.sort.join() };
  const keyword = state.keyword.trim();
  if (keyword) query.keyword = keyword;
  for (const [key, value] of Object.entries(state.filters)) query[key] = value === true ? 'true' : value;
  return query;
}
