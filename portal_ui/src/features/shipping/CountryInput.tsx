import { useMeta } from '../../api/meta';
import type { FieldInputProps } from '../../core/forms/FieldDefinition';
import { AutocompleteInput } from '../../core/forms/inputs/choiceInputs';

/** Country autocomplete. */
export function CountryInput({ field: _field, fields: _fields, ...input }: FieldInputProps) {
  const { countries = [] } = useMeta().choices;
  return <AutocompleteInput {...input} choices={countries} />;
}
