import { describe, expect, it } from 'vitest';
import type { ResourceMeta } from '../server/types';
import { declaredPlace } from './declared';

const parts: ResourceMeta = {
  name: 'parts',
  title: 'Parts',
  path: 'parts',
  record: { '': 'edit/part/{id}' },
  create: 'create/part',
  group: 'settings',
  newInGroup: true,
  titles: { add: 'Add part', edit: 'Edit part' },
  form: { sections: [], fields: [], delete: false },
  columns: [],
  filters: [],
  parent: null,
  filterRequired: false,
  opensApart: false,
  search: true,
  defaultSort: ['number', 'DESC'],
  pageSizes: [5, 10],
  pageSize: 10,
  export: null,
};

describe('a declared place', () => {
  it('is the list, the form of a new row, or that of a row', () => {
    expect(declaredPlace([parts], 'parts')).toEqual({ kind: 'list', resource: parts });
    expect(declaredPlace([parts], 'create/part')).toEqual({ kind: 'create', resource: parts });
    expect(declaredPlace([parts], 'edit/part/17')).toEqual({ kind: 'edit', resource: parts, id: 17 });
  });

  it('is nowhere else: an id is a number', () => {
    for (const route of [
      '',
      'part',
      'parts/',
      'edit/part/x',
      'edit/part/',
      'edit/part/0',
      'edit/part/1/2',
      'edit/part',
    ]) {
      expect(declaredPlace([parts], route), route).toBeNull();
    }
  });

  it('of a row needs a form: without one only the list is there', () => {
    const readOnly = { ...parts, form: null };
    expect(declaredPlace([readOnly], 'create/part')).toBeNull();
    expect(declaredPlace([readOnly], 'edit/part/1')).toBeNull();
    expect(declaredPlace([readOnly], 'parts')?.kind).toBe('list');
  });

  it('is none of a resource without a screen', () => {
    expect(declaredPlace([{ ...parts, path: '', create: null, record: {} }], '')).toBeNull();
  });
});
