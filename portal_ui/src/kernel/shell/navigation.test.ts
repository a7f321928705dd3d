import AddIcon from '@mui/icons-material/Add';
import StarIcon from '@mui/icons-material/Star';
import { describe, expect, it } from 'vitest';
import type { ResourceMeta } from '../../server/types';
import { declaredEntries, grouped, type NavEntry } from './navigation';

const declared = (part: Partial<ResourceMeta>): ResourceMeta => ({
  name: 'parts',
  title: 'Parts',
  path: 'parts',
  record: {},
  create: null,
  group: 'settings',
  newInGroup: false,
  titles: null,
  form: null,
  columns: [],
  filters: [],
  parent: null,
  filterRequired: false,
  opensApart: false,
  search: true,
  defaultSort: ['number', 'DESC'],
  pageSizes: [5],
  pageSize: 10,
  export: null,
  ...part,
});

describe('declared entries', () => {
  it('are the lists that name a heading, and new rows where they have their own entry', () => {
    const titles = { add: 'Add part', edit: 'Edit part' };
    const resources = [
      declared({ create: 'create/part', newInGroup: true, titles }),
      declared({ name: 'kinds', path: 'kinds', title: 'Kinds', create: 'kinds/create', titles }),
      declared({ name: 'history', path: '', group: '' }),
    ];
    const entries = declaredEntries(resources, { parts: StarIcon }, []);
    expect(entries.map(({ path, text }) => [path, text])).toEqual([
      ['parts', 'Parts'],
      ['create/part', 'Add part'],
      ['kinds', 'Kinds'],
    ]);
    expect(entries.map(({ icon }) => icon).slice(0, 2)).toEqual([StarIcon, AddIcon]);
    expect(entries[2]?.icon).toBeDefined();
  });

  it('never stand twice', () => {
    const own: NavEntry[] = [{ path: 'parts', group: 'lists', icon: StarIcon }];
    expect(declaredEntries([declared({})], {}, own)).toEqual([]);
  });
});

describe('the headings', () => {
  it('stand in their order, unknown ones last, entries in theirs', () => {
    const entry = (path: string, group: string): NavEntry => ({ path, group, icon: StarIcon });
    const groups = grouped([entry('a', 'settings'), entry('b', 'extra'), entry('c', 'lists'), entry('d', 'settings')]);
    expect(groups.map(([group, entries]) => [group, ...entries.map(({ path }) => path)])).toEqual([
      ['lists', 'c'],
      ['settings', 'a', 'd'],
      ['extra', 'b'],
    ]);
  });
});
