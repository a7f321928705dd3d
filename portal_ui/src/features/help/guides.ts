import { matchPath } from 'react-router';
import all from '../../../../locale/help.json';
import { toRoutePattern } from '../../core/routing/urls';

/** A page of the help: for whom, and about which screens ("process-repair/{id}#REPAIR": about a tab of it). */
export interface Guide {
  name: string;
  section: string;
  roles: string[];
  screens: string[];
}

/** The pages of a role, in the order in which they are listed. */
export const filterGuides = (role: string): Guide[] => (all as Guide[]).filter(({ roles }) => roles.includes(role));

/** The page about a screen for a role; one about the open tab comes before one about the screen as a whole. */
export function findGuide(role: string, pathname: string, search: string): Guide | undefined {
  const route = pathname.replace(/^\/[^/]*/, '');
  const tab = new URLSearchParams(search).get('tab') ?? '';
  const isAbout = (screen: string, wanted: string) => {
    const [address = '', of = ''] = screen.split('#');
    return of === wanted && matchPath(`/${toRoutePattern(address)}`, route) !== null;
  };
  const about = (wanted: string) =>
    filterGuides(role).find(({ screens }) => screens.some((screen) => isAbout(screen, wanted)));
  return about(tab) ?? about('');
}

/** The pages of a guide under their headings, in the order of the first of each. */
export function groupBySection(guides: Guide[]): [section: string, guides: Guide[]][] {
  const names = new Set(guides.map(({ section }) => section));
  return [...names].map((name) => [name, guides.filter(({ section }) => section === name)]);
}
