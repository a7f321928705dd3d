import Typography from '@mui/material/Typography';
import { useAllParts } from '../../kernel/catalogue/catalogue';
import { hasChoices, type ListState } from '../../kernel/list/listState';
import type { Filter, ResourceMeta } from '../../server/types';
import { dayText } from '../../shared/newYork';

/** What the report was asked for, in words: on paper there is no panel. */
export function FilterWords({ resource, state }: { resource: ResourceMeta; state: ListState }) {
  const part = resource.filters.find(({ type }) => type === 'part');
  const category = part?.type === 'part' ? first(state.filters[part.other]) : '';
  const { data: parts = [] } = useAllParts(category);
  const words = resource.filters.flatMap((filter) => {
    const value = first(state.filters[filter.key]);
    return value ? [`${filter.label}: ${shown(filter, value, parts)}`] : [];
  });
  return <Typography sx={{ display: 'none', displayPrint: 'block', marginBottom: 2 }}>{words.join(' · ')}</Typography>;
}

function first(value: ListState['filters'][string] | undefined): string {
  return Array.isArray(value) ? (value[0] ?? '') : '';
}

function shown(filter: Filter, value: string, parts: readonly { key: string; name: string }[]): string {
  if (filter.type === 'date') return dayText(value);
  const choices = filter.type === 'part' ? parts : hasChoices(filter) ? filter.choices : [];
  return choices.find(({ key }) => String(key) === value)?.name ?? value;
}
