import type { PageMeta } from '../../api/types';

/** Path of the settings page, with the pages that are not in the navigation. */
export const SETTINGS_PATH = 'settings';
const SETTINGS_GROUPS = ['users', 'email', 'security', 'catalogue', 'settings'];
const NEW_GROUP = 'new';
const LISTS_GROUP = 'lists';

/** Return the pages of the settings page by group; none for roles without it. */
export function groupSettings(pages: readonly PageMeta[]): [group: string, pages: PageMeta[]][] {
  if (!pages.some(({ path }) => path === SETTINGS_PATH)) return [];
  return SETTINGS_GROUPS.map(
    (group) => [group, pages.filter((page) => page.group === group)] as [string, PageMeta[]],
  ).filter(([, ofGroup]) => ofGroup.length > 0);
}

/** Arrange the menu entries that the server lists: new requests, request lists, and other pages. */
export function arrangeNavigation(pages: readonly PageMeta[]) {
  const settings = new Set(groupSettings(pages).flatMap(([, ofGroup]) => ofGroup));
  const entries = pages.filter((page) => page.group !== '' && page.group !== NEW_GROUP && !settings.has(page));
  return {
    create: pages.filter(({ group }) => group === NEW_GROUP),
    lists: entries.filter(({ group }) => group === LISTS_GROUP),
    otherEntries: entries.filter(({ group }) => group !== LISTS_GROUP),
  };
}
