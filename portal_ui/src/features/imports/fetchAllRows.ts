import { type Run, type RunRow, readRows } from '../../api/imports';

// the most that the server answers at once
const AT_ONCE = 200;

/** The right rows of an import that writes nothing itself, in the order of the file, at most so many. */
export async function loadedRows({ id }: Run, most: number): Promise<RunRow[]> {
  const rows: RunRow[] = [];
  for (let page = 0; ; page += 1) {
    const { content, totalElements } = await readRows(id, { page, size: AT_ONCE, only: 'CREATE' });
    rows.push(...content);
    if (content.length === 0 || rows.length >= Math.min(totalElements, most)) return rows.slice(0, most);
  }
}
