import { matchPath } from 'react-router';
import all from '../../../../locale/help.json';
import { toRoutePattern } from '../../core/routing/urls';

/** Help page with its roles and screens. "process-repair/{id}#REPAIR" is a tab of a screen. */
export interface Guide {
  name: string;
  section: string;
  roles: string[];
  screens: string[];
}

/** Return the pages of a role in list order. */
export const filterGuides = (role: string): Guide[] => (all as Guide[]).filter(({ roles }) => roles.includes(role));

/** Return the page about a screen for a role. A page about the open tab takes precedence. */
export function findGuide(role: string, pathname: string, search: string): Guide | undefined {
  const route = pathname.replace(/^\/[^/]*/, '');
  const tab = new URLSearchParams(search).get('tab') ?? '';
  const isAbout = (screen: string, tabKey: string) => {
    const [address = '', of = ''] = screen.split('#');
    return of === tabKey && matchPath(`/${toRoutePattern(address)}`, route) !== null;
  };
  const findByTab = (tabKey: string) =>
    filterGuides(role).find(({ screens }) => screens.some((screen) => isAbout(screen, tabKey)));
  return findByTab(tab) ?? findByTab('');
}

/** Group pages by section, in order of first appearance. */
export function groupBySection(guides: Guide[]): [section: string, guides: Guide[]][] {
  const names = new Set(guides.map(({ section }) => section));
  return [...names].map((name) => [name, guides.filter(({ section }) => section === name)]);
}
