import type { SvgIconComponent } from '@mui/icons-material';
import AddIcon from '@mui/icons-material/Add';
import ListIcon from '@mui/icons-material/ListAltOutlined';
import type { ResourceMeta } from '../../server/types';

/** One entry: its words are a key of the catalogue, the declared title of its list, or words as they are. */
export type NavEntry = {
  path: string;
  group: string;
  icon: SvgIconComponent;
  list?: string | undefined;
  label?: string | undefined;
  text?: string;
};

export type Icons = Readonly<Record<string, SvgIconComponent>>;

/** What most people open most often stands on top; a heading that is not known here stands last. */
const order = ['lists', 'new', 'reports', 'users', 'settings'];
const place = (group: string) => (order.includes(group) ? order.indexOf(group) : order.length);

/** The entries of declared lists, but for those that have a place of their own already. */
export function declaredEntries(
  resources: readonly ResourceMeta[],
  icons: Icons,
  own: readonly NavEntry[],
): NavEntry[] {
  const taken = new Set(own.map(({ path }) => path));
  return resources
    .filter(({ group }) => group !== '')
    .flatMap(({ name, title, path, group, create, newInGroup, titles }): NavEntry[] => [
      { path, group, icon: icons[name] ?? ListIcon, text: title },
      ...(create && newInGroup ? [{ path: create, group, icon: AddIcon, text: titles?.add ?? title }] : []),
    ])
    .filter(({ path }) => !taken.has(path));
}

/** Entries by their headings, in the order of both. */
export function grouped(entries: readonly NavEntry[]): [group: string, entries: NavEntry[]][] {
  const groups = new Map<string, NavEntry[]>();
  for (const entry of entries) groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry]);
  return [...groups].sort(([one], [other]) => place(one) - place(other));
}
