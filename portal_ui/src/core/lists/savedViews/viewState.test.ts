import { describe, expect, it } from 'vitest';
import type { ResourceMeta, ViewState } from '../../../api/types';
import { DEFAULT_STATE, hasListParams, isSameState, parseState, toSearch } from './viewState';

const choices = ['NEW', 'DONE'].map((key) => ({ key, name: key }));
const list = {
  name: 'repairs',
  columns: ['number', 'client', 'service'].map((key) => ({
    key,
    label: key,
    type: 'text',
    sort: key,
    hidden: key === 'service',
  })),
  filters: [{ key: 'status', label: 'Status', type: 'choices', choices, multiple: true }],
  filterRequired: false,
  search: true,
  defaultSort: ['number', 'ASC'],
  pageSizes: [10, 25],
  pageSize: 10,
} as unknown as ResourceMeta;

const state: ViewState = {
  filter: { keyword: 'a & b', status: ['NEW', 'DONE'] },
  sort: 'client',
  order: 'DESC',
  columns: ['service', 'number'],
  perPage: 25,
};

describe('state of a view', () => {
  it('survives the round trip through the query string', () => {
    const search = toSearch(state, list);
    expect(parseState(search, list)).toEqual(state);
    expect(new URLSearchParams(search).get('page')).toBe('1');
    expect(hasListParams(search)).toBe(true);
  });

  it('keeps unrelated URL parameters and replaces those of the previous state', () => {
    const before = `${toSearch(state, list)}&view=charts&displayedFilters=%7B%7D`;
    const params = new URLSearchParams(toSearch(DEFAULT_STATE, list, before));
    expect(params.get('view')).toBe('charts');
    expect([params.get('filter'), params.get('columns'), params.get('displayedFilters')]).toEqual(['{}', null, null]);
    expect(parseState(`?${params}`, list)).toMatchObject({ filter: {}, sort: 'number', columns: null, perPage: 10 });
  });

  it('equals a state that names the defaults of the list explicitly', () => {
    const explicitState = {
      filter: {},
      sort: 'number',
      order: 'ASC',
      columns: ['number', 'client'],
      perPage: 10,
    } as const;
    expect(isSameState({ ...explicitState, columns: [...explicitState.columns] }, DEFAULT_STATE, list)).toBe(true);
    expect(isSameState(parseState('', list), DEFAULT_STATE, list)).toBe(true);
    const turned = { ...state, filter: { status: ['DONE', 'NEW'], keyword: 'a & b' } };
    expect(isSameState(turned, state, list)).toBe(true);
  });

  it('stores the last months as such, so that the view opens with those of its day', () => {
    const buildReport = (opening: string) =>
      ({
        ...list,
        filters: [
          { key: 'createdFrom', label: '', type: 'date', other: 'createdTo', bound: 'from', opening },
          { key: 'createdTo', label: '', type: 'date', other: 'createdFrom', bound: 'to', opening: null },
        ],
        filterRequired: true,
      }) as unknown as ResourceMeta;
    const november = buildReport('2025-12-01');
    const december = buildReport('2026-01-01');
    const readFilter = (search: string) => JSON.parse(new URLSearchParams(search).get('filter') ?? '');
    const parse = (filter: object) =>
      parseState(`?${new URLSearchParams({ filter: JSON.stringify(filter) })}`, november);

    const year = parse({ createdFrom: '2025-12-01' });
    const quarter = parse({ createdFrom: '2026-09-01' });
    expect([year.filter, quarter.filter]).toEqual([{ createdFrom: 12 }, { createdFrom: 3 }]);
    expect(readFilter(toSearch(year, november))).toEqual({ createdFrom: '2025-12-01' });
    expect(readFilter(toSearch(quarter, december))).toEqual({ createdFrom: '2026-10-01' });
    expect(isSameState(year, DEFAULT_STATE, december)).toBe(true);

    // Other dates, and views stored before, keep their days.
    const range = { createdFrom: '2025-12-01', createdTo: '2026-01-31' };
    expect(parse(range).filter).toEqual(range);
    const stored = { ...DEFAULT_STATE, filter: { createdFrom: '2025-12-01' } };
    expect(readFilter(toSearch(stored, december))).toEqual({ createdFrom: '2025-12-01' });
    expect(isSameState(stored, year, november)).toBe(true);
  });

  it.each<[string, Partial<ViewState>]>([
    ['another filter', { filter: { keyword: 'a' } }],
    ['another sort', { sort: 'number' }],
    ['another order', { order: 'ASC' }],
    ['other columns', { columns: ['number', 'service'] }],
    ['another page size', { perPage: 10 }],
  ])('differs from one with %s', (_, change) => {
    expect(isSameState({ ...state, ...change }, state, list)).toBe(false);
  });

  it('drops values that the list no longer has', () => {
    const old = { ...state, filter: { status: ['GONE'], gone: 'x' }, sort: 'gone', columns: ['gone', 'client'] };
    expect(parseState(toSearch(old, list), list)).toEqual({
      filter: {},
      sort: 'number',
      order: 'ASC',
      columns: null,
      perPage: 25,
    });
  });

  it.each(['', '?utm_source=mail', '?view=charts'])('is not found in "%s"', (search) => {
    expect(hasListParams(search)).toBe(false);
  });

  it.each(['filter=%7B%7D', 'sort=number', 'page=2', 'columns=number', 'perPage=25'])('is found in %s', (search) => {
    expect(hasListParams(`?${search}`)).toBe(true);
  });
});
