import { fetchRows, type Run, type RunRow } from '../../api/imports';

// the most that the server answers at once
const PAGE_SIZE = 200;

/** The right rows of an import that writes nothing itself, in the order of the file, at most so many. */
export async function fetchAllRows({ id }: Run, most: number): Promise<RunRow[]> {
  const rows: RunRow[] = [];
  for (let page = 0; ; page += 1) {
    const { content, totalElements } = await fetchRows(id, { page, size: PAGE_SIZE, only: 'CREATE' });
    rows.push(...content);
    if (content.length === 0 || rows.length >= Math.min(totalElements, most)) return rows.slice(0, most);
  }
}
