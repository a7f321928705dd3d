import { fetchRows, type Run, type RunRow } from '../../api/imports';

// maximum page size of the server
const PAGE_SIZE = 200;

/** Fetch up to `most` valid rows of an import, in file order. For imports that write nothing themselves. */
export async function fetchAllRows({ id }: Run, most: number): Promise<RunRow[]> {
  const rows: RunRow[] = [];
  for (let page = 0; ; page += 1) {
    const { content, totalElements } = await fetchRows(id, { page, size: PAGE_SIZE, only: 'CREATE' });
    rows.push(...content);
    if (content.length === 0 || rows.length >= Math.min(totalElements, most)) return rows.slice(0, most);
  }
}
