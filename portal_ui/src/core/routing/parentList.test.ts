// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { startSession } from '../../api/session';
import type { ResourceMeta } from '../../api/types';
import { getParentList, storeParentList } from './parentList';

const list = (name: string, record: Record<string, string>, statuses: string[] = []) =>
  ({
    name,
    title: name,
    path: name,
    record,
    filters: statuses.length > 0 ? [{ key: 'status', choices: statuses.map((key) => ({ key })) }] : [],
  }) as unknown as ResourceMeta;
const lists = [
  list('action-required', { REPAIR: 'process-repair/{id}', PARTS: 'process-part-request/{id}' }),
  list('active-repairs', { REPAIR: 'process-repair/{id}' }, ['NEW', 'IN_TRANSIT']),
  list('closed-repairs', { REPAIR: 'process-repair/{id}' }, ['COMPLETED', 'REJECTED']),
  list('parts', { '': 'edit/part/{id}' }),
  list('clients', {}),
];
const behind = (route: string, status?: string) => getParentList(route, lists, status)?.to;

beforeEach(() => {
  sessionStorage.clear();
  startSession({ identification: 'ana', token: 't', permissions: ['SERVICE'] });
});

it('is the list that the request was opened from, as it was', () => {
  storeParentList('closed-repairs', '?page=3');
  expect(behind('process-repair/7')).toBe('closed-repairs?page=3');
  storeParentList('action-required', '');
  expect(behind('process-repair/7')).toBe('action-required');
});

it('is the list of its kind where it was opened otherwise, or by somebody else', () => {
  expect(behind('process-repair/7')).toBe('active-repairs');
  storeParentList('parts', '?page=3');
  expect(behind('process-repair/7')).toBe('active-repairs');
  expect(behind('process-part-request/7')).toBe('action-required');
  expect(behind('edit/part/7')).toBe('parts?page=3');
  startSession({ identification: 'berta', token: 't', permissions: ['SERVICE'] });
  expect(behind('edit/part/7')).toBe('parts');
});

it('is one that holds the status of the record', () => {
  expect(behind('process-repair/7', 'NEW')).toBe('active-repairs');
  expect(behind('process-repair/7', 'REJECTED')).toBe('closed-repairs');
  // It was closed since.
  storeParentList('active-repairs', '?page=3');
  expect(behind('process-repair/7', 'COMPLETED')).toBe('closed-repairs');
  expect(behind('process-repair/7', 'IN_TRANSIT')).toBe('active-repairs?page=3');
  // A list of all kinds does not say which statuses it holds.
  storeParentList('action-required', '');
  expect(behind('process-repair/7', 'NEW')).toBe('action-required');
});

it('is none behind a list or a page of its own', () => {
  expect([behind('active-repairs'), behind('profile'), behind('')]).toEqual([undefined, undefined, undefined]);
});
