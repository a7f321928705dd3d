import { useMeta } from '../../server/meta';
import { AutocompleteInput } from '../../shared/fields/choiceInputs';
import type { StepInputProps } from './fields';

/** A country, found by its name. */
export function CountryInput({ field: _field, fields: _fields, ...input }: StepInputProps) {
  const { countries = [] } = useMeta().choices;
  return <AutocompleteInput {...input} choices={countries} />;
}
