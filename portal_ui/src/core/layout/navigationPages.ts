import type { PageMeta } from '../../api/types';

/** The page of those who administer the portal, with what is not in their navigation. */
export const SETTINGS_PATH = 'settings';
const SETTINGS_GROUPS = ['users', 'email', 'security', 'catalogue', 'settings'];
const NEW_GROUP = 'new';
const LISTS_GROUP = 'lists';

/** The pages of the settings page by its headings; none for roles that do not have it. */
export function groupSettings(pages: readonly PageMeta[]): [group: string, pages: PageMeta[]][] {
  if (!pages.some(({ path }) => path === SETTINGS_PATH)) return [];
  return SETTINGS_GROUPS.map(
    (group) => [group, pages.filter((page) => page.group === group)] as [string, PageMeta[]],
  ).filter(([, ofGroup]) => ofGroup.length > 0);
}

/** The entries of the navigation: new requests, the lists of requests, and what is below the line. */
export function arrangeNavigation(pages: readonly PageMeta[]) {
  const settings = new Set(groupSettings(pages).flatMap(([, ofGroup]) => ofGroup));
  const entries = pages.filter((page) => page.group !== '' && page.group !== NEW_GROUP && !settings.has(page));
  return {
    create: pages.filter(({ group }) => group === NEW_GROUP),
    lists: entries.filter(({ group }) => group === LISTS_GROUP),
    others: entries.filter(({ group }) => group !== LISTS_GROUP),
  };
}
