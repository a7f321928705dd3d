import { useListContext, useTranslate } from 'ra-core';
import { AutocompleteInput } from 'react-admin';
import type { ChoiceFilter } from '../../server/types';

/** One of many choices, found by typing. */
export default function AutocompleteFilter({ filter: { key, label, choices } }: { filter: ChoiceFilter }) {
  const translate = useTranslate();
  const { filterValues } = useListContext();
  return (
    <AutocompleteInput
      source={key}
      label={label}
      choices={choices}
      optionValue="key"
      optionText="name"
      translateChoice={false}
      // the value that the address gave: this input came late
      defaultValue={filterValues[key]}
      TextFieldProps={{ placeholder: label }}
      noOptionsText={translate('shared.noMatch')}
      variant="outlined"
      size="small"
      helperText={false}
      sx={{ width: 220 }}
    />
  );
}
