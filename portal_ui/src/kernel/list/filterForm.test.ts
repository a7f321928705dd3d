import { describe, expect, it } from 'vitest';
import type { DateFilter, Filter, ResourceMeta } from '../../server/types';
import { filledIn, filtersOf, formOf, outOfOrder } from './filterForm';
import { checkedParams, requestFilter } from './listParams';

const from: DateFilter = { key: 'createdFrom', label: 'From', type: 'date', other: 'createdTo', bound: 'from' };
const to: DateFilter = { key: 'createdTo', label: 'To', type: 'date', other: 'createdFrom', bound: 'to' };
const filters: Filter[] = [
  { key: 'clientId', label: 'Client', type: 'choice', multiple: false, choices: [{ key: '3', name: 'Three' }] },
  {
    key: 'status',
    label: 'Status',
    type: 'choice',
    multiple: false,
    choices: [
      { key: 'NEW', name: 'New', tone: 'waiting' },
      { key: 'COMPLETED', name: 'Completed', tone: 'done' },
    ],
  },
  { key: 'categoryId', label: 'Category', type: 'choice', multiple: false, choices: [{ key: 'RPM', name: 'Portal' }] },
  { key: 'partId', label: 'Part', type: 'part', other: 'categoryId' },
  { key: 'serialNumber', label: 'Serial', type: 'text' },
  from,
  to,
  {
    key: 'leftStep',
    label: 'Step',
    type: 'given',
    multiple: false,
    choices: [{ key: 'NEW', name: 'New', tone: 'waiting' }],
  },
];
const report: ResourceMeta = {
  name: 'general-report',
  title: 'General report',
  path: 'reports/general',
  record: { REPAIR: 'process-repair/{id}' },
  create: null,
  icon: '',
  titles: null,
  form: null,
  columns: [{ key: 'createdAt', label: 'Created', type: 'datetime', sort: 'createdAt', hidden: false }],
  filters,
  parent: null,
  filterRequired: true,
  opensInNewTab: true,
  bulkActions: [],
  search: false,
  defaultSort: ['createdAt', 'DESC'],
  pageSizes: [10],
  pageSize: 10,
  export: '/api/v1/files/export/general-report/xlsx',
};
const read = (filter: unknown) => checkedParams({ filter }, report).filterValues;

describe('the filters of a report', () => {
  it('come back from the address as they were', () => {
    const values = {
      clientId: '3',
      status: 'NEW',
      categoryId: 'RPM',
      partId: '7',
      serialNumber: 'ñ&',
      createdFrom: '2026-02-01',
      leftStep: 'NEW',
    };
    expect(read(values)).toEqual(values);
  });

  it('become what the server takes: days from their first second to their last', () => {
    const values = read({ status: 'NEW', serialNumber: ' x ', createdFrom: '2026-02-01', createdTo: '2026-02-28' });
    expect(requestFilter(values, report)).toEqual({
      status: 'NEW',
      serialNumber: 'x',
      createdFrom: '2026-02-01T00:00:00',
      createdTo: '2026-02-28T23:59:59',
    });
  });

  it.each<[unknown, string]>([
    [{ createdFrom: 'yesterday' }, 'no day'],
    [{ createdTo: '2026-13-40' }, 'a day that is none'],
    [{ partId: '7' }, 'a part without its category'],
    [{ categoryId: 'RPM', partId: 'x' }, 'a part that is no number'],
    [{ clientId: '99' }, 'a client that is not offered'],
    [{ serialNumber: ' ' }, 'an empty text'],
    ['nonsense', 'no object'],
  ])('ignore %s: %s', (filter) => {
    const { categoryId: _, ...others } = read(filter);
    expect(others).toEqual({});
  });

  it('take one status only', () => {
    expect(read({ status: ['NEW', 'COMPLETED'] })).toEqual({ status: 'NEW' });
  });

  it('fill the fields, and are what the fields hold', () => {
    const values = read({ status: 'NEW', categoryId: 'RPM', partId: 7 });
    const form = formOf(filters, values);
    expect(form).toMatchObject({ status: 'NEW', categoryId: 'RPM', partId: '7', serialNumber: '' });
    expect(filtersOf(filters, form)).toEqual(values);
    expect(filtersOf(filters, { ...form, serialNumber: ' a ' })).toMatchObject({ serialNumber: 'a' });
    expect(filtersOf(filters, { ...form, categoryId: '' })).toEqual({ status: 'NEW' });
  });

  it('are empty while no field holds anything', () => {
    expect(filledIn(formOf(filters, {}))).toBe(false);
    expect(filledIn({ serialNumber: '  ' })).toBe(false);
    expect(filledIn({ serialNumber: 'x' })).toBe(true);
  });

  it('cap each other where they are days', () => {
    expect(outOfOrder(from, '2026-02-02', '2026-02-01')).toBe(true);
    expect(outOfOrder(from, '2026-02-01', '2026-02-01')).toBe(false);
    expect(outOfOrder(to, '2026-01-31', '2026-02-01')).toBe(true);
    expect(outOfOrder(to, '', '2026-02-01')).toBe(false);
  });
});
