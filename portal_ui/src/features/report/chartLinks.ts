import type { FilterValues } from '../../core/lists/listParams';

/** Add filters to the current ones; date ranges are narrowed, never widened. */
export function mergeFilters(values: FilterValues, more: Record<string, string>): FilterValues {
  const next: FilterValues = { ...values };
  for (const [key, value] of Object.entries(more)) {
    const known = values[key];
    if (typeof known === 'string' && key === 'createdFrom') next[key] = known > value ? known : value;
    else if (typeof known === 'string' && key === 'createdTo') next[key] = known < value ? known : value;
    else next[key] = value;
  }
  return next;
}

/** Return the first and the last day of a month ("2026-02"). */
export function getMonthBounds(month: string): { createdFrom: string; createdTo: string } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return { createdFrom: `${month}-01`, createdTo: `${month}-${String(last).padStart(2, '0')}` };
}

/** Return the URL of the rows that a bar counts. It is the first page of the list, in react-admin's format. */
export function buildRowsUrl(search: string, values: FilterValues, more: Record<string, string>): string {
  const params = new URLSearchParams(search);
  params.set('filter', JSON.stringify(mergeFilters(values, more)));
  params.set('view', 'rows');
  params.delete('page');
  return `?${params}`;
}
