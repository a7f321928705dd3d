import Typography from '@mui/material/Typography';
import { useAllParts } from '../../kernel/catalogue/catalogue';
import { type FilterValues, hasChoices } from '../../kernel/list/listParams';
import type { Filter, ResourceMeta } from '../../server/types';
import { type Format, useFormat } from '../../shared/format';

/** What the report was asked for, in words: on paper there is no panel. */
export function FilterWords({ resource, values }: { resource: ResourceMeta; values: FilterValues }) {
  const part = resource.filters.find(({ type }) => type === 'part');
  const category = part?.type === 'part' ? textOf(values[part.other]) : '';
  const { data: parts = [] } = useAllParts(category);
  const format = useFormat();
  const words = resource.filters.flatMap((filter) => {
    const value = textOf(values[filter.key]);
    return value ? [`${filter.label}: ${shown(format, filter, value, parts)}`] : [];
  });
  return <Typography sx={{ display: 'none', displayPrint: 'block', marginBottom: 2 }}>{words.join(' · ')}</Typography>;
}

const textOf = (value: unknown) => (value === undefined ? '' : String(value));

function shown(format: Format, filter: Filter, value: string, parts: readonly { key: string; name: string }[]): string {
  if (filter.type === 'date') return format.day(value);
  const choices = filter.type === 'part' ? parts : hasChoices(filter) ? filter.choices : [];
  return choices.find(({ key }) => String(key) === value)?.name ?? value;
}
