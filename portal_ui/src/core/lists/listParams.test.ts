import { describe, expect, it } from 'vitest';
import type { ResourceMeta } from '../../api/types';
import {
  buildExportQuery,
  getNameColumn,
  hasPanel,
  isFiltered,
  parseFilters,
  parseListParams,
  toRequestFilter,
  type UrlParams,
} from './listParams';
import { getDefaultColumns, parseColumns } from './useColumns';

const meta: ResourceMeta = {
  name: 'active-repairs',
  title: 'Active repairs',
  path: 'active-repairs',
  record: { REPAIR: 'process-repair/{id}' },
  create: null,
  icon: '',
  titles: null,
  form: null,
  filterRequired: false,
  opensInNewTab: false,
  columns: [
    { key: 'requestId', label: 'Request', type: 'text', sort: 'requestId', hidden: false },
    { key: 'status', label: 'Status', type: 'status', sort: 'status', hidden: false },
    { key: 'actionRequired', label: 'Action required', type: 'role', sort: 'actionRequiredFromRole', hidden: false },
    { key: 'note', label: 'Note', type: 'text', sort: null, hidden: true },
    { key: 'createdAt', label: 'Created', type: 'datetime', sort: 'createdAt', hidden: false },
  ],
  filters: [
    {
      key: 'status',
      label: 'Status',
      type: 'choices',
      multiple: true,
      choices: [
        { key: 'NEW', name: 'New', tone: 'waiting' },
        { key: 'IN_TRANSIT', name: 'In transit', tone: 'moving' },
      ],
    },
    {
      key: 'clientId',
      label: 'Client',
      type: 'choices',
      multiple: false,
      choices: [
        { key: '3', name: 'Three' },
        { key: '4', name: 'Four' },
      ],
    },
    { key: 'myTurn', label: 'Needs my action', type: 'switch' },
  ],
  bulkActions: [],
  search: true,
  defaultSort: ['createdAt', 'DESC'],
  pageSizes: [5, 10, 15, 25, 100],
  pageSize: 10,
  parent: null,
  import: false,
  export: null,
};
const standard = { sort: { field: 'createdAt', order: 'DESC' }, page: 1, perPage: 10, filterValues: {} };

describe('parameters of a list', () => {
  it('default to the declared ones', () => {
    expect(parseListParams({}, meta)).toEqual(standard);
  });

  it('are parsed from the URL as react-admin writes them', () => {
    const filterValues = { keyword: 'R-2026 & "señal"', status: ['NEW', 'IN_TRANSIT'], clientId: '4', myTurn: true };
    const params = { sort: 'actionRequiredFromRole', order: 'ASC', page: '3', perPage: '25', filter: filterValues };
    expect(parseListParams(params, meta)).toEqual({
      sort: { field: 'actionRequiredFromRole', order: 'ASC' },
      page: 3,
      perPage: 25,
      filterValues,
    });
  });

  it.each<[UrlParams, string]>([
    [{ sort: 'secret', order: 'ASC' }, 'an unknown column'],
    [{ sort: 'note', order: 'ASC' }, 'a column that cannot be sorted'],
    [{ sort: 'createdAt', order: 'UP' }, 'an unknown order'],
    [{ sort: 'createdAt' }, 'no order'],
    [{ sort: null, order: 'ASC' }, 'no column'],
    [{ page: 0 }, 'no page'],
    [{ page: -1 }, 'a negative page'],
    [{ page: '1.5' }, 'half a page'],
    [{ filter: null }, 'an empty filter'],
    [{ filter: { keyword: '' } }, 'an empty search'],
    [{ filter: { keyword: ['x'] } }, 'a search that is no text'],
    [{ filter: { myTurn: false } }, 'a switch that is off'],
    [{ page: '1e9x' }, 'no number'],
    [{ perPage: 7 }, 'a size that is not offered'],
    [{ filter: { status: ['GONE'], clientId: 99, myTurn: 'maybe', secret: 1 } }, 'unknown choices'],
    [{ filter: ['NEW'] }, 'no filter'],
  ])('ignore %o (%s)', (params) => {
    expect(parseListParams(params, meta)).toEqual(standard);
  });

  it('have a search text of at most 200 characters, if the list can be searched', () => {
    const readKeyword = (keyword: unknown, list = meta) => parseFilters({ keyword }, list).keyword;
    expect(readKeyword('x'.repeat(201))).toBe('x'.repeat(200));
    expect(readKeyword(2026)).toBe('2026');
    // As typed, while the user goes on.
    expect(readKeyword('a ')).toBe('a ');
    expect(readKeyword('x', { ...meta, search: false })).toBeUndefined();
  });

  it('keep the type and order of declared choices', () => {
    const choices = [3, 4].map((key) => ({ key: key as unknown as string, name: String(key) }));
    const filters = [{ key: 'clientId', label: '', type: 'choices', multiple: true, choices } as const];
    expect(parseFilters({ clientId: ['4', '3'] }, { ...meta, filters })).toEqual({ clientId: [3, 4] });
    expect(parseFilters({ clientId: '4' }, { ...meta, filters })).toEqual({ clientId: [4] });
  });

  it('omit a search of spaces from the request, and keep values other than text', () => {
    expect(toRequestFilter({ keyword: ' ', clientId: 0, myTurn: true }, meta)).toEqual({ clientId: 0, myTurn: true });
  });

  it('are exported with the texts of every choice', () => {
    const sort = { field: 'status', order: 'ASC' } as const;
    expect(buildExportQuery(sort, { clientId: [3, 4] }, meta, [])).toEqual({
      sort: 'status,ASC',
      columns: [],
      clientId: ['3', '4'],
    });
  });

  it('allow several choices only if the filter is declared as multiple', () => {
    const { filterValues } = parseListParams({ filter: { status: ['NEW', 'IN_TRANSIT'], clientId: ['3', '4'] } }, meta);
    expect(filterValues).toEqual({ status: ['NEW', 'IN_TRANSIT'], clientId: '3' });
  });

  it('convert to the filter of a request and the query of an export', () => {
    const { sort, filterValues } = parseListParams(
      { filter: { keyword: ' x ', status: ['NEW'], clientId: '4', myTurn: true } },
      meta,
    );
    expect(isFiltered(filterValues)).toBe(true);
    expect(toRequestFilter(filterValues, meta)).toEqual({ keyword: 'x', status: ['NEW'], clientId: '4', myTurn: true });
    const picture = { key: 'imageUrl', label: '', type: 'image', sort: null, hidden: false } as const;
    const columns = [...meta.columns.slice(0, 2).reverse(), picture];
    expect(buildExportQuery(sort, filterValues, meta, columns)).toEqual({
      sort: 'createdAt,DESC',
      columns: [meta.columns[1]?.key, meta.columns[0]?.key],
      keyword: 'x',
      status: ['NEW'],
      clientId: '4',
      myTurn: 'true',
    });
  });
});

describe('filters of a report', () => {
  const report: ResourceMeta = {
    ...meta,
    filters: [
      { key: 'categoryId', label: '', type: 'choice', multiple: false, choices: [{ key: 'RPM', name: 'Portal' }] },
      { key: 'partId', label: '', type: 'part', other: 'categoryId' },
      { key: 'serialNumber', label: '', type: 'text' },
      { key: 'createdFrom', label: '', type: 'date', other: 'createdTo', bound: 'from', opening: '2025-12-01' },
      { key: 'createdTo', label: '', type: 'date', other: 'createdFrom', bound: 'to', opening: null },
      { key: 'leftStep', label: '', type: 'given', multiple: false, choices: [{ key: 'NEW', name: 'New' }] },
    ],
  };
  const read = (filter: unknown) => parseListParams({ filter }, report).filterValues;

  it('are parsed from the URL unchanged', () => {
    const values = { categoryId: 'RPM', partId: '7', serialNumber: 'ñ&', createdFrom: '2026-02-01', leftStep: 'NEW' };
    expect(read(values)).toEqual(values);
  });

  it('default to the declared ones if the list requires a filter', () => {
    expect(read({})).toEqual({});
    const filterRequiredReport = { ...report, filterRequired: true };
    expect(parseListParams({}, filterRequiredReport).filterValues).toEqual({ createdFrom: '2025-12-01' });
    expect(parseListParams({ filter: { leftStep: 'OLD' } }, filterRequiredReport).filterValues).toEqual({
      createdFrom: '2025-12-01',
    });
    expect(parseListParams({ filter: { serialNumber: 'x' } }, filterRequiredReport).filterValues).toEqual({
      serialNumber: 'x',
    });
  });

  it('have a part after its category only', () => {
    expect(read({ partId: '7', categoryId: 'RPM' })).toEqual({ categoryId: 'RPM', partId: '7' });
    expect(read({ partId: 7, categoryId: 'RPM' })).toEqual({ categoryId: 'RPM', partId: '7' });
    expect(read({ categoryId: 'RPM', partId: '1'.repeat(15) })).toMatchObject({ partId: '1'.repeat(15) });
  });

  it('are in a panel if one is required or a date', () => {
    expect(hasPanel(report)).toBe(true);
    expect(hasPanel(meta)).toBe(false);
    expect(hasPanel({ ...meta, filterRequired: true })).toBe(true);
  });

  it('convert to a request with trimmed text and days from first to last second', () => {
    const values = read({ serialNumber: ' x ', createdFrom: '2026-02-01', createdTo: '2026-02-28' });
    expect(toRequestFilter(values, report)).toEqual({
      serialNumber: 'x',
      createdFrom: '2026-02-01T00:00:00',
      createdTo: '2026-02-28T23:59:59',
    });
  });

  it.each<[unknown, string]>([
    [{ createdFrom: 'yesterday' }, 'no day'],
    [{ createdFrom: '2026-02-01T00:00:00' }, 'a day with a time'],
    [{ createdFrom: '26-02-01' }, 'a day with a short year'],
    [{ categoryId: 'RPM', partId: '1'.repeat(16) }, 'a part with too long a number'],
    [{ categoryId: 'GONE', partId: '7' }, 'a part of a category that is not offered'],
    [{ createdTo: '2026-13-40' }, 'a day that is none'],
    [{ partId: '7' }, 'a part without its category'],
    [{ categoryId: 'RPM', partId: 'x' }, 'a part that is no number'],
    [{ leftStep: 'OLD' }, 'a choice that is not offered'],
    [{ serialNumber: ' ' }, 'an empty text'],
    ['nonsense', 'no object'],
  ])('ignore %s (%s)', (filter) => {
    const { categoryId: _, ...rest } = read(filter);
    expect(rest).toEqual({});
  });
});

describe('columns of a list', () => {
  it('omit hidden columns unless they are selected', () => {
    expect(parseColumns(null, meta.columns)).toEqual(getDefaultColumns(meta.columns));
    expect(getDefaultColumns(meta.columns)).toEqual(['requestId', 'status', 'actionRequired', 'createdAt']);
    expect(parseColumns('requestId,note', meta.columns)).toEqual(['requestId', 'note']);
  });

  it('always contain the name column', () => {
    expect(parseColumns('status,gone,status', meta.columns)).toEqual(['requestId', 'status']);
  });
});

describe('the name column of a list', () => {
  it('is the first text, otherwise the first column', () => {
    const [, status, role, note] = meta.columns;
    expect(getNameColumn(meta.columns)?.key).toBe('requestId');
    expect(status && note && getNameColumn([status, note])?.key).toBe('note');
    expect(status && role && getNameColumn([role, status])?.key).toBe('actionRequired');
    expect(getNameColumn([])).toBeUndefined();
  });

  it('is added to selected columns at the start only if it is missing', () => {
    expect(parseColumns('status,requestId', meta.columns)).toEqual(['status', 'requestId']);
    expect(parseColumns('', meta.columns)).toEqual(['requestId']);
    expect(parseColumns('status', [])).toEqual([]);
  });
});
