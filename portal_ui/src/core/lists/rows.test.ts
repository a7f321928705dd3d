import { describe, expect, it } from 'vitest';
import type { Column, ResourceMeta } from '../../api/types';
import {
  getDelay,
  getRecordRoute,
  getRequestType,
  getRowName,
  isRequestList,
  type Row,
  requiresMyAction,
} from './rows';

const buildColumn = (key: string, type: Column['type']): Column => ({
  key,
  label: key,
  type,
  sort: null,
  hidden: false,
});
const buildList = (record: Record<string, string>, more: Partial<ResourceMeta> = {}) =>
  ({
    record,
    columns: [buildColumn('createdAt', 'datetime'), buildColumn('name', 'text')],
    filters: [],
    ...more,
  }) as unknown as ResourceMeta;
const row: Row = { id: 7, name: 'R-7', username: 'ana/b' };
const inbox = buildList({ REPAIR: 'process-repair/{id}', PARTS: 'process-part-request/{id}' });

describe('the page of a row', () => {
  it('is that of its request type, by default the only one of the list', () => {
    expect(getRecordRoute({ ...row, requestType: 'PARTS' }, inbox)).toBe('process-part-request/7');
    expect(getRecordRoute(row, inbox)).toBe('process-repair/7');
    expect(getRequestType(row, inbox)).toBe('REPAIR');
    expect(getRequestType(row, buildList({}))).toBe('');
  });

  it('has every value of its address encoded', () => {
    expect(getRecordRoute(row, buildList({ '': 'edit/{username}/{id}' }))).toBe('edit/ana%2Fb/7');
  });

  it('does not exist if the list declares none for the type', () => {
    expect(getRecordRoute({ ...row, requestType: 'SUPPORT' }, inbox)).toBeNull();
    expect(getRecordRoute(row, buildList({}))).toBeNull();
  });
});

it('is named by its first text, otherwise by its first column', () => {
  expect(getRowName(row, inbox)).toBe('R-7');
  expect(getRowName({ ...row, count: 3 }, buildList({}, { columns: [buildColumn('count', 'number')] }))).toBe('3');
  expect(getRowName(row, buildList({}, { columns: [] }))).toBe('7');
});

it('is a request in a list with request types', () => {
  expect(isRequestList(inbox)).toBe(true);
  expect(isRequestList(buildList({ '': 'edit/{id}' }))).toBe(false);
  expect(isRequestList(buildList({}))).toBe(false);
});

it('is marked if it requires action, in a list where others may not', () => {
  const mine = { ...row, actionRequiredFromCurrentUser: true };
  const list = buildList({}, { filters: [{ key: 'myTurn', type: 'switch', label: '' }] });
  expect(requiresMyAction(mine, list)).toBe(true);
  expect(requiresMyAction(row, list)).toBe(false);
  expect(requiresMyAction(mine, inbox)).toBe(false);
});

it('is rather overdue than late', () => {
  expect(getDelay(row)).toBeNull();
  expect(getDelay({ ...row, isLate: true })).toBe('late');
  expect(getDelay({ ...row, isLate: true, isOverdue: true })).toBe('overdue');
  expect(getDelay({ ...row, isOverdue: true })).toBe('overdue');
});
