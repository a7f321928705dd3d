import type { PageMeta } from '../../server/types';

/** The entries of the navigation by their headings, in the server's order of both. */
export function grouped(pages: readonly PageMeta[]): [group: string, pages: PageMeta[]][] {
  const groups = new Map<string, PageMeta[]>();
  for (const page of pages) {
    if (page.group !== '') groups.set(page.group, [...(groups.get(page.group) ?? []), page]);
  }
  return [...groups];
}
