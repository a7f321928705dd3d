import type { DateFilter, Filter } from '../../server/types';
import type { FilterValues } from './listParams';

/** What stands in the fields, by the filters' keys; "" where nothing does. */
export type FilterForm = Record<string, string>;

/** The fields as an address has them. */
export function formOf(declared: readonly Filter[], values: FilterValues): FilterForm {
  return Object.fromEntries(declared.map(({ key }) => [key, String(values[key] ?? '')]));
}

/** The filters that the fields ask for; a part only with its category. */
export function filtersOf(declared: readonly Filter[], form: FilterForm): FilterValues {
  const asked: FilterValues = {};
  for (const filter of declared) {
    const text = (form[filter.key] ?? '').trim();
    if (text && !(filter.type === 'part' && !asked[filter.other])) asked[filter.key] = text;
  }
  return asked;
}

/** Whether any field holds something to search for. */
export function filledIn(form: FilterForm): boolean {
  return Object.values(form).some((text) => text?.trim());
}

/** Whether a day lies on the wrong side of the one that caps it. */
export function outOfOrder({ bound }: DateFilter, day: string, other: string): boolean {
  if (!day || !other) return false;
  return bound === 'from' ? day > other : day < other;
}
