// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { startSession } from '../../api/session';
import type { Meta, ResourceMeta } from '../../api/types';
import { getParentList, storeParentList } from './parentList';

const list = (name: string, record: Record<string, string>, statuses: string[] = []) =>
  ({
    name,
    title: name,
    path: name,
    record,
    filters: statuses.length > 0 ? [{ key: 'status', choices: statuses.map((key) => ({ key })) }] : [],
  }) as unknown as ResourceMeta;
const resources = [
  list('action-required', { REPAIR: 'process-repair/{id}', PARTS: 'process-part-request/{id}' }),
  list('active-repairs', { REPAIR: 'process-repair/{id}' }, ['NEW', 'IN_TRANSIT']),
  list('closed-repairs', { REPAIR: 'process-repair/{id}' }, ['COMPLETED', 'REJECTED']),
  list('parts', { '': 'edit/part/{id}' }),
  list('clients', {}),
  { ...list('contacts', { '': 'edit/contact/{username}' }), create: 'create/contact' },
];
const pages = [{ path: 'new-repair', addsTo: 'active-repairs' }] as Meta['pages'];
const getParentRoute = (route: string, status?: string) => getParentList(route, { resources, pages }, status)?.to;

beforeEach(() => {
  sessionStorage.clear();
  startSession({ identification: 'ana', token: 't', permissions: ['SERVICE'] });
});

it('returns the list that the request was opened from, with its query', () => {
  storeParentList('closed-repairs', '?page=3');
  expect(getParentRoute('process-repair/7')).toBe('closed-repairs?page=3');
  storeParentList('action-required', '');
  expect(getParentRoute('process-repair/7')).toBe('action-required');
});

it('returns the list of the record type without a stored list or for another user', () => {
  expect(getParentRoute('process-repair/7')).toBe('active-repairs');
  storeParentList('parts', '?page=3');
  expect(getParentRoute('process-repair/7')).toBe('active-repairs');
  expect(getParentRoute('process-part-request/7')).toBe('action-required');
  expect(getParentRoute('edit/part/7')).toBe('parts?page=3');
  startSession({ identification: 'berta', token: 't', permissions: ['SERVICE'] });
  expect(getParentRoute('edit/part/7')).toBe('parts');
});

it('does not return a list that opens its records in another tab', () => {
  const report = { ...list('report', { REPAIR: 'process-repair/{id}' }), opensInNewTab: true };
  storeParentList('report', '');
  expect(getParentList('process-repair/7', { resources: [report, ...resources], pages })?.to).toBe('active-repairs');
});

it('returns a list that contains the status of the record', () => {
  expect(getParentRoute('process-repair/7', 'NEW')).toBe('active-repairs');
  expect(getParentRoute('process-repair/7', 'REJECTED')).toBe('closed-repairs');
  // The request has been closed since.
  storeParentList('active-repairs', '?page=3');
  expect(getParentRoute('process-repair/7', 'COMPLETED')).toBe('closed-repairs');
  expect(getParentRoute('process-repair/7', 'IN_TRANSIT')).toBe('active-repairs?page=3');
  // A list without a status filter contains all statuses.
  storeParentList('action-required', '');
  expect(getParentRoute('process-repair/7', 'NEW')).toBe('action-required');
});

it('returns the list that a form adds to', () => {
  expect(getParentRoute('create/contact')).toBe('contacts');
  storeParentList('active-repairs', '?page=2');
  expect(getParentRoute('new-repair')).toBe('active-repairs?page=2');
});

it('returns none for a list or a page without a record', () => {
  expect([getParentRoute('active-repairs'), getParentRoute('profile'), getParentRoute('')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it('ignores a stored value that is not from the portal', () => {
  for (const text of ['', 'null', '{"a":1}', 'not JSON']) {
    sessionStorage.setItem('portal_list:ana', text);
    expect(getParentRoute('process-repair/7'), text).toBe('active-repairs');
  }
});

it('never is a list without an address', () => {
  const hidden = { ...list('hidden', { REPAIR: 'process-repair/{id}' }), path: '' };
  storeParentList('hidden', '');
  expect(getParentList('process-repair/7', { resources: [hidden, ...resources], pages })?.to).toBe('active-repairs');
});

it('has the title and address of the list', () => {
  storeParentList('parts', '?page=3');
  expect(getParentList('edit/part/7', { resources, pages })).toEqual({
    title: 'parts',
    path: 'parts',
    to: 'parts?page=3',
  });
});
