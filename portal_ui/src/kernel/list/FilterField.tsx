import { useTranslate } from 'ra-core';
import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useErrorMessage } from '../../server/errorMessage';
import type { ChoiceFilter, DateFilter, Filter, PartFilter } from '../../server/types';
import { AutocompleteField } from '../../shared/fields/AutocompleteField';
import { DateField } from '../../shared/fields/DateField';
import { SelectField } from '../../shared/fields/SelectField';
import { TextField } from '../../shared/fields/TextField';
import { useAllParts } from '../catalogue/catalogue';
import { type FilterForm, outOfOrder } from './filterForm';

const longest = 200;
const searchedFrom = 10;

/** The field of a filter, by what the filter declares to be. */
export function FilterField({ filter }: { filter: Filter }) {
  switch (filter.type) {
    case 'date':
      return <DayField filter={filter} />;
    case 'part':
      return <PartField filter={filter} />;
    case 'text':
      return <TextField<FilterForm> name={filter.key} label={filter.label} maxLength={longest} />;
    case 'choices':
    case 'choice':
      return <ChoiceField filter={filter} />;
    default:
      return null;
  }
}

function ChoiceField({ filter: { key, label, choices } }: { filter: ChoiceFilter }) {
  const translate = useTranslate();
  const named = choices.map((choice) => ({ key: String(choice.key), name: choice.name }));
  if (choices.length > searchedFrom) {
    return <AutocompleteField name={key} label={label} choices={named} placeholder={translate('lists.any')} />;
  }
  return <SelectField name={key} label={label} choices={named} emptyLabel={translate('lists.any')} />;
}

function PartField({ filter: { key, label, other } }: { filter: PartFilter }) {
  const translate = useTranslate();
  const message = useErrorMessage();
  const category = useWatch<FilterForm>({ name: other }) ?? '';
  const { data, isFetching, error } = useAllParts(category);
  const { setValue, getValues } = useFormContext<FilterForm>();

  // Another category has other parts.
  useEffect(() => {
    const chosen = getValues(key);
    if (chosen && (category === '' || (data && !data.some((part) => part.key === chosen)))) setValue(key, '');
  }, [category, data, key, getValues, setValue]);

  const help = category === '' ? translate('lists.categoryFirst') : error ? message(error) : undefined;
  return (
    <AutocompleteField
      name={key}
      label={label}
      choices={data ?? []}
      loading={isFetching}
      placeholder={translate('lists.any')}
      disabled={category === ''}
      help={help}
    />
  );
}

function DayField({ filter }: { filter: DateFilter }) {
  const translate = useTranslate();
  const box = useRef<HTMLDivElement>(null);
  const capped = useWatch<FilterForm>({ name: filter.other }) ?? '';
  const cap = filter.bound === 'from' ? { max: capped } : { min: capped };
  const check = (day: string, form: FilterForm) => {
    if (!day && isHalfTyped(box.current)) return translate('lists.halfTyped');
    return !outOfOrder(filter, day, form[filter.other] ?? '') || translate(`lists.outOfOrder.${filter.bound}`);
  };
  return (
    <div ref={box}>
      <DateField<FilterForm>
        name={filter.key}
        label={filter.label}
        {...(capped ? cap : {})}
        rules={{ validate: (day, form) => check(day ?? '', form), deps: [filter.other] }}
      />
    </div>
  );
}

/** A day of which only some parts are typed is none to the form; only the field itself knows. */
function isHalfTyped(box: HTMLDivElement | null): boolean {
  return !!box?.querySelector('[role="spinbutton"][aria-valuenow]');
}
