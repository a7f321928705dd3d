import { useMeta } from '../../api/meta';
import type { StepInputProps } from '../../core/forms/FieldDefinition';
import { AutocompleteInput } from '../../core/forms/inputs/choiceInputs';

/** A country, found by its name. */
export function CountryInput({ field: _field, fields: _fields, ...input }: StepInputProps) {
  const { countries = [] } = useMeta().choices;
  return <AutocompleteInput {...input} choices={countries} />;
}
