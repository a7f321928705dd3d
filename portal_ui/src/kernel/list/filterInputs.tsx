import ToggleButton from '@mui/material/ToggleButton';
import { useInput, useTranslate } from 'ra-core';
import { lazy, Suspense } from 'react';
import { SearchInput, SelectArrayInput, SelectInput } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import type { ChoiceFilter, Filter } from '../../server/types';
import { hasChoices, longestKeyword } from './listParams';

/** Few filters have so many choices that one types to find them. */
const AutocompleteFilter = lazy(() => import('./AutocompleteFilter'));
const searchedFrom = 10;

/** The search of a list; Escape clears it. */
export function KeywordInput() {
  const translate = useTranslate();
  const { setValue } = useFormContext();
  return (
    <SearchInput
      source="keyword"
      helperText={false}
      placeholder={translate('lists.search')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !(event.target instanceof HTMLInputElement) || !event.target.value) return;
        event.stopPropagation();
        setValue('keyword', '');
      }}
      slotProps={{
        htmlInput: { 'aria-label': translate('lists.search'), maxLength: longestKeyword, enterKeyHint: 'search' },
      }}
    />
  );
}

/** A filter in the bar above a list, by what the server declared; those of a report have a panel. */
export function FilterInput({ filter }: { filter: Filter }) {
  if (filter.type === 'switch') return <ToggleInput source={filter.key} label={filter.label} />;
  if (!hasChoices(filter) || filter.choices.length === 0) return null;
  if (filter.multiple) return <ManyInput filter={filter} />;
  if (filter.choices.length <= searchedFrom) return <OneInput filter={filter} />;
  return (
    <Suspense fallback={null}>
      <AutocompleteFilter filter={filter} />
    </Suspense>
  );
}

/** Several of its choices; the bar says which, or how many. */
function ManyInput({ filter: { key, label, choices } }: { filter: ChoiceFilter }) {
  const nameOf = (chosen: readonly unknown[]) => {
    if (chosen.length !== 1) return chosen.length === 0 ? label : `${label}: ${chosen.length}`;
    return `${label}: ${choices.find((choice) => choice.key === chosen[0])?.name ?? ''}`;
  };
  return (
    <SelectArrayInput
      source={key}
      label={label}
      choices={choices}
      optionValue="key"
      translateChoice={false}
      variant="outlined"
      size="small"
      helperText={false}
      options={{ displayEmpty: true, renderValue: (chosen: unknown) => nameOf(Array.isArray(chosen) ? chosen : []) }}
    />
  );
}

/** One of its choices, or any. */
function OneInput({ filter: { key, label, choices } }: { filter: ChoiceFilter }) {
  const translate = useTranslate();
  return (
    <SelectInput
      source={key}
      label={label}
      choices={choices}
      optionValue="key"
      translateChoice={false}
      emptyText={translate('lists.any')}
      variant="outlined"
      size="small"
      helperText={false}
      slotProps={{
        select: {
          displayEmpty: true,
          renderValue: (chosen: unknown) => {
            const name = choices.find((choice) => choice.key === chosen)?.name;
            return name ? `${label}: ${name}` : label;
          },
        },
      }}
    />
  );
}

/** On or off; off asks nothing. */
function ToggleInput({ source, label }: { source: string; label: string }) {
  const { field } = useInput({ source });
  const on = field.value === true;
  return (
    <ToggleButton value={source} selected={on} onChange={() => field.onChange(on ? '' : true)}>
      {label}
    </ToggleButton>
  );
}
