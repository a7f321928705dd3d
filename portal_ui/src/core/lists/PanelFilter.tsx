import { useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { TextInput } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { useAllParts } from '../../api/parts';
import type { DateFilter, Filter, PartFilter } from '../../api/types';
import { AutocompleteInput } from '../forms/inputs/choiceInputs';
import { DateInput } from '../forms/inputs/DateInput';
import { INCOMPLETE } from '../forms/inputs/incompleteValue';
import { useErrorMessage } from '../ui/errorMessage';
import { ChoiceInput } from './filterInputs';
import { MAX_KEYWORD_LENGTH } from './listParams';

/** Input of a filter in the panel, by its type. Filters set only by links have none. */
export function PanelFilter({ filter }: { filter: Filter }) {
  switch (filter.type) {
    case 'date':
      return <DayInput filter={filter} />;
    case 'part':
      return <PartInput filter={filter} />;
    case 'text':
      return (
        <TextInput
          source={filter.key}
          label={filter.label}
          slotProps={{ htmlInput: { maxLength: MAX_KEYWORD_LENGTH } }}
        />
      );
    case 'choices':
    case 'choice':
      return <ChoiceInput filter={filter} />;
    default:
      return null;
  }
}

function PartInput({ filter: { key, label, other } }: { filter: PartFilter }) {
  const translate = useTranslate();
  const message = useErrorMessage();
  const category = String(useWatch({ name: other }) || '');
  const { data, isFetching, error } = useAllParts(category);
  const { setValue, getValues } = useFormContext();

  // Clear a part that is not in the selected category.
  useEffect(() => {
    const chosen = getValues(key);
    if (chosen && (category === '' || (data && !data.some((part) => part.key === chosen)))) setValue(key, '');
  }, [category, data, key, getValues, setValue]);

  return (
    <AutocompleteInput
      source={key}
      label={label}
      choices={data ?? []}
      loading={isFetching}
      disabled={category === ''}
      TextFieldProps={{ placeholder: translate(category === '' ? 'lists.categoryFirst' : 'lists.any') }}
      helperText={error ? message(error) : false}
    />
  );
}

/** Date input of a range, limited by the other date of the range. */
function DayInput({ filter: { key, label, bound, other } }: { filter: DateFilter }) {
  const { trigger, getFieldState } = useFormContext();
  const cap = toDay(useWatch({ name: other }));
  // A change of the other date may resolve the error.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the other date changes
  useEffect(() => {
    if (getFieldState(key).invalid) void trigger(key);
  }, [cap]);
  return (
    <DateInput
      source={key}
      label={label}
      {...(cap && (bound === 'from' ? { max: cap } : { min: cap }))}
      validate={(day, form) => {
        const [first, last] = bound === 'from' ? [day, toDay(form[other])] : [toDay(form[other]), day];
        return first && last && first > last ? `lists.outOfOrder.${bound}` : undefined;
      }}
    />
  );
}

const toDay = (value: unknown) => (value === INCOMPLETE ? '' : String(value ?? ''));
