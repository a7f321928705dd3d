import { expect, it } from 'vitest';
import type { PageMeta } from '../../api/types';
import { arrangeNavigation, groupSettings } from './navigationPages';

const page = (path: string, group: string) => ({ path, group }) as PageMeta;
const pages = [
  page('parts', 'catalogue'),
  page('hidden', ''),
  page('report', 'reports'),
  page('new-repair', 'new'),
  page('active-repairs', 'lists'),
  page('contacts', 'users'),
  page('part-request/new', 'new'),
  page('users', 'users'),
  page('part-requests', 'lists'),
];
const withSettings = [...pages, page('settings', 'administration')];
const getPaths = (list: readonly PageMeta[]) => list.map(({ path }) => path);

it('groups the pages of the settings page, in a fixed order of groups', () => {
  expect(groupSettings(withSettings).map(([group, ofGroup]) => [group, getPaths(ofGroup)])).toEqual([
    ['users', ['contacts', 'users']],
    ['catalogue', ['parts']],
  ]);
});

it('has no settings groups for roles without the settings page', () => {
  expect(groupSettings(pages)).toEqual([]);
});

it('separates new requests and lists from other pages, without those of the settings page', () => {
  const { create, lists, otherEntries } = arrangeNavigation(withSettings);
  expect(getPaths(create)).toEqual(['new-repair', 'part-request/new']);
  expect(getPaths(lists)).toEqual(['active-repairs', 'part-requests']);
  expect(getPaths(otherEntries)).toEqual(['report', 'settings']);
});

it('has the pages of the settings page for roles without it', () => {
  expect(getPaths(arrangeNavigation(pages).otherEntries)).toEqual(['parts', 'report', 'contacts', 'users']);
});
