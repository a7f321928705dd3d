import CheckIcon from '@mui/icons-material/Check';
import FilterListIcon from '@mui/icons-material/FilterList';
import SearchIcon from '@mui/icons-material/Search';
import InputAdornment from '@mui/material/InputAdornment';
import ToggleButton from '@mui/material/ToggleButton';
import useMediaQuery from '@mui/material/useMediaQuery';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useInput, useTranslate } from 'ra-core';
import { TextInput } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import type { ChoiceFilter, Filter } from '../../api/types';
import { SelectArrayInput, SelectInput } from '../forms/inputs/choiceInputs';
import { lazyPart } from '../ui/lazyPart';
import { hasChoices, MAX_KEYWORD_LENGTH } from './listParams';

/** Lazy, as few filters have enough choices for an autocomplete. */
const AutocompleteFilter = lazyPart(() => import('./AutocompleteFilter'), { onFailure: 'inline' });
/** More choices than there are statuses of a repair. */
const AUTOCOMPLETE_FROM = 15;

/** Style of filters that show their label in the field. The label element is visually hidden. */
export const barFieldsStyle = {
  '& .MuiFormControl-root': { margin: 0, minWidth: 0, maxWidth: { sm: 260 } },
  // As wide as its text; an autocomplete has room to type.
  '& .MuiFormControl-root:has(.MuiSelect-select)': { width: 'auto' },
  '& .MuiInputLabel-root': visuallyHidden,
};

/** Search input of a list; Escape clears it. */
export function KeywordInput() {
  const translate = useTranslate();
  const { setValue } = useFormContext();
  // On phones two buttons share the row, and the longer placeholder would be truncated.
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  return (
    <TextInput
      source="keyword"
      label={false}
      hiddenLabel
      resettable
      size="small"
      helperText={false}
      placeholder={translate(isPhone ? 'lists.doSearch' : 'lists.search')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !(event.target instanceof HTMLInputElement) || !event.target.value) return;
        event.stopPropagation();
        setValue('keyword', '');
      }}
      slotProps={{
        // react-admin's SearchInput has the icon at the end, next to the clear button.
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <SearchIcon />
            </InputAdornment>
          ),
        },
        htmlInput: { 'aria-label': translate('lists.search'), maxLength: MAX_KEYWORD_LENGTH, enterKeyHint: 'search' },
      }}
    />
  );
}

/** Input of a filter in the toolbar, by its type. */
export function BarFilter({ filter }: { filter: Filter }) {
  if (filter.type === 'switch') return <ToggleInput source={filter.key} label={filter.label} />;
  return hasChoices(filter) && filter.choices.length > 0 ? <ChoiceInput filter={filter} inBar /> : null;
}

type ChoiceInputProps = { filter: ChoiceFilter; inBar?: boolean };

/** Select or autocomplete of a filter; in the toolbar the value includes the label. */
export function ChoiceInput({ filter, inBar = false }: ChoiceInputProps) {
  const translate = useTranslate();
  const { key, label, choices, multiple } = filter;
  if (!multiple && choices.length > AUTOCOMPLETE_FROM) {
    return <AutocompleteFilter {...{ filter, inBar }} />;
  }
  const getNames = (chosen: unknown) => {
    const keys = [chosen ?? ''].flat().filter((each) => each !== '');
    const [name] = choices.filter((choice) => keys.includes(choice.key)).map((choice) => choice.name);
    if (name === undefined) return label;
    return `${label}: ${keys.length > 1 ? keys.length : name}`;
  };
  const common = { source: key, label, choices, size: inBar ? 'small' : 'medium' } as const;
  const select = { displayEmpty: true, ...(inBar && { renderValue: getNames }) };
  return multiple ? (
    <SelectArrayInput {...common} options={select} />
  ) : (
    <SelectInput {...common} emptyText={translate('lists.any')} slotProps={{ select }} />
  );
}

/** Toggle of a boolean filter; off removes the filter. */
function ToggleInput({ source, label }: { source: string; label: string }) {
  const { field } = useInput({ source });
  const on = field.value === true;
  const Icon = on ? CheckIcon : FilterListIcon;
  return (
    <ToggleButton value={source} selected={on} onChange={() => field.onChange(on ? '' : true)}>
      <Icon aria-hidden sx={{ fontSize: 18, marginInlineEnd: 1 }} />
      {label}
    </ToggleButton>
  );
}
