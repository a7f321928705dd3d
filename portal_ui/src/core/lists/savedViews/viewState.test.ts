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
