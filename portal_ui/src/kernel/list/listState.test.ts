import { describe, expect, it } from 'vitest';
import type { ResourceMeta } from '../../server/types';
import { defaultState, exportQuery, isFiltered, readListState, restFilter, writeListState } from './listState';

const meta: ResourceMeta = {
  name: 'active-repairs',
  title: 'Active repairs',
  path: 'active-repairs',
  record: { REPAIR: 'process-repair/{id}' },
  create: null,
  icon: '',
  titles: null,
  form: null,
  parent: null,
  filterRequired: false,
  opensApart: false,
  columns: [
    { key: 'requestId', label: 'Request', type: 'text', sort: 'requestId' },
    { key: 'status', label: 'Status', type: 'status', sort: 'status' },
    { key: 'actionRequired', label: 'Action required', type: 'role', sort: 'actionRequiredFromRole' },
    { key: 'note', label: 'Note', type: 'text', sort: null },
    { key: 'createdAt', label: 'Created', type: 'datetime', sort: 'createdAt' },
  ],
  filters: [
    {
      key: 'status',
      label: 'Status',
      type: 'choices',
      choices: [
        { key: 'NEW', name: 'New', tone: 'waiting' },
        { key: 'IN_TRANSIT', name: 'In transit', tone: 'moving' },
      ],
    },
    {
      key: 'clientId',
      label: 'Client',
      type: 'choices',
      choices: [
        { key: '3', name: 'Three' },
        { key: '4', name: 'Four' },
      ],
    },
    { key: 'myTurn', label: 'My turn', type: 'switch' },
  ],
  search: true,
  defaultSort: ['createdAt', 'DESC'],
  pageSizes: [5, 10, 15, 25, 100],
  pageSize: 10,
  export: null,
};

describe('the state of a list', () => {
  it('is the default where the address says nothing, and the default says nothing in the address', () => {
    expect(readListState('', meta)).toEqual(defaultState(meta));
    expect(writeListState(defaultState(meta), meta)).toBe('');
  });

  it('comes back from the address as it was', () => {
    const state = {
      keyword: 'R-2026 & "señal"',
      sort: ['actionRequiredFromRole', 'ASC'] as [string, 'ASC'],
      page: 3,
      size: 25,
      columns: ['createdAt', 'requestId'],
      filters: { status: ['NEW', 'IN_TRANSIT'], clientId: ['4'], myTurn: true as const },
      view: 'charts',
    };
    expect(readListState(writeListState(state, meta), meta)).toEqual(state);
  });

  it.each([
    ['?sort=secret,ASC', 'an unknown column'],
    ['?sort=note,ASC', 'a column that cannot be sorted'],
    ['?sort=createdAt,UP', 'an unknown order'],
    ['?page=0', 'no page'],
    ['?page=1e9x', 'no number'],
    ['?size=7', 'a size that is not offered'],
    ['?status=GONE&clientId=99&myTurn=maybe', 'unknown choices'],
  ])('ignores %s: %s', (search) => {
    expect(readListState(search, meta)).toEqual(defaultState(meta));
  });

  it('always shows the column that names the row', () => {
    expect(readListState('?columns=status,gone,status', meta).columns).toEqual(['requestId', 'status']);
  });

  it('takes several statuses, but one client', () => {
    const { filters } = readListState('?status=NEW&status=IN_TRANSIT&clientId=3&clientId=4', meta);
    expect(filters).toEqual({ status: ['NEW', 'IN_TRANSIT'], clientId: ['3'] });
  });

  it('becomes the filter of a list and the query of its export', () => {
    const state = readListState('?keyword=%20x%20&status=NEW&clientId=4&myTurn=true', meta);
    expect(isFiltered(state)).toBe(true);
    expect(restFilter(state, meta)).toEqual({ keyword: 'x', status: ['NEW'], clientId: '4', myTurn: true });
    expect(exportQuery(state)).toEqual({
      sort: 'createdAt,DESC',
      keyword: 'x',
      status: ['NEW'],
      clientId: ['4'],
      myTurn: 'true',
    });
    expect(restFilter(defaultState(meta), meta)).toEqual({});
  });
});
