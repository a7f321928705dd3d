import { type ListState, writeListState } from '../../kernel/list/listState';
import type { ResourceMeta } from '../../server/types';

type Filters = ListState['filters'];

/** The filters with others added; days are narrowed, never widened. */
export function narrowed(filters: Filters, more: Record<string, string>): Filters {
  const next: Filters = { ...filters };
  for (const [key, value] of Object.entries(more)) {
    const before = filters[key];
    const known = Array.isArray(before) ? before[0] : undefined;
    if (known !== undefined && key === 'createdFrom') next[key] = [known > value ? known : value];
    else if (known !== undefined && key === 'createdTo') next[key] = [known < value ? known : value];
    else next[key] = [value];
  }
  return next;
}

/** The first and the last day of a month ("2026-02"). */
export function daysOf(month: string): { createdFrom: string; createdTo: string } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return { createdFrom: `${month}-01`, createdTo: `${month}-${String(last).padStart(2, '0')}` };
}

/** The address of the rows that a bar counts. */
export function rowsAddress(state: ListState, meta: ResourceMeta, more: Record<string, string>): string {
  return writeListState({ ...state, filters: narrowed(state.filters, more), view: '', page: 1 }, meta);
}
