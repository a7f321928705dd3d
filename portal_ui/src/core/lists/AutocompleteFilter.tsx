import { useListContext, useTranslate } from 'ra-core';

import type { ChoiceFilter } from '../../api/types';
import { AutocompleteInput } from '../forms/inputs/choiceInputs';

/** Autocomplete input of a filter with many choices. */
export default function AutocompleteFilter({ filter, inBar }: { filter: ChoiceFilter; inBar: boolean }) {
  const { key, label, choices } = filter;
  const translate = useTranslate();
  const { filterValues } = useListContext();
  return (
    <AutocompleteInput
      source={key}
      label={label}
      choices={choices}
      // The input mounts after its chunk is loaded: it must keep the value from the URL.
      defaultValue={filterValues[key]}
      placeholder={inBar ? label : translate('lists.any')}
      {...(inBar && { size: 'small', sx: { flex: { xs: '1 1 40%', sm: '0 0 220px' } } })}
    />
  );
}
