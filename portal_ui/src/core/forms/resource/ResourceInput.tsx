import { useTranslate } from 'ra-core';
import { type ComponentType, useMemo } from 'react';
import { BooleanInput, TextInput, type TextInputProps } from 'react-admin';
import type { Field } from '../../../api/types';
import { ImageInput } from '../../files/ImageInput';
import { CheckboxGroupInput } from '../inputs/choiceGroupInputs';
import { AutocompleteArrayInput, AutocompleteInput } from '../inputs/choiceInputs';
import { LongTextInput } from '../inputs/LongTextInput';
import { OptionalLabel } from '../inputs/OptionalLabel';
import { PasswordInput } from '../inputs/PasswordInput';
import { ReadField } from '../inputs/ReadField';
import { TextsInput } from '../inputs/TextsInput';
import { getFieldValidators, getItemValidators } from './fieldValidators';
import { getPictureUrl, isFieldWritable, type ResourceRecord } from './formValues';
import { useFormatValue } from './useFormatValue';

export type ResourceInputProps = {
  field: Field;
  /** Record to edit; undefined for a new one. */
  record: ResourceRecord | undefined;
  /** Display name of the record. */
  name: string;
  autoFocus?: boolean;
};

/** Custom inputs of a resource by field; null hides the field. */
export type CustomInputs = Record<string, ComponentType<ResourceInputProps> | null>;

/** Props of text inputs by format. */
const typed: Partial<Record<NonNullable<Field['format']>, Pick<TextInputProps, 'type' | 'slotProps'>>> = {
  email: { type: 'email' },
  phone: { type: 'tel' },
  username: { slotProps: { htmlInput: { autoCapitalize: 'none', spellCheck: false } } },
};

/** Input of a declared field, by its type. Unknown types render as a text input. */
export function ResourceInput({ field, record, name, autoFocus = false }: ResourceInputProps) {
  const translate = useTranslate();
  const { key: source, label, type, format, maxLength } = field;
  const picture = getPictureUrl(source, record);
  const validate = useMemo(() => getFieldValidators(field, picture !== null), [field, picture]);
  const validateItem = useMemo(() => getItemValidators(field), [field]);
  const common = {
    source,
    // A switch is never empty.
    label: field.required || type === 'boolean' ? label : <OptionalLabel label={label} />,
    validate,
    helperText: field.help ?? false,
  };
  const autoComplete = field.autoComplete ?? 'off';
  const choices = record?.choices?.[source] ?? field.choices;

  if (!isFieldWritable(field, record ? 'edit' : 'create')) return <ReadValue {...{ field, record }} />;
  switch (type) {
    case 'boolean':
      return <BooleanInput {...common} />;
    case 'choice':
      return <AutocompleteInput {...common} choices={choices} placeholder={field.placeholder ?? ''} />;
    case 'choices':
      return <AutocompleteArrayInput {...common} choices={choices} disableCloseOnSelect />;
    case 'image':
      return <ImageInput {...common} label={label} present={picture === null ? undefined : { url: picture, name }} />;
    case 'longText':
      return <LongTextInput {...common} {...{ maxLength, autoFocus, autoComplete }} />;
    case 'texts':
      return (
        <TextsInput
          {...{ source, autoComplete, ...typed[format ?? 'password'] }}
          label={(number) => translate('form.texts.label', { label, number })}
          removeLabel={(number) => translate('form.texts.remove', { label, number })}
          addLabel={field.addLabel ?? label}
          validate={validateItem}
          max={field.maxItems}
        />
      );
    case 'matrix':
      return choices.map((row) => (
        <CheckboxGroupInput
          key={row.key}
          source={`${source}.${row.key}`}
          label={row.name}
          choices={field.choices}
          row
        />
      ));
    case 'number':
      return <TextInput {...common} {...{ autoComplete, autoFocus }} slotProps={numeric} />;
    case 'money':
      return <TextInput {...common} {...{ autoComplete, autoFocus }} slotProps={decimal} />;
    default:
      if (format === 'password' || format === 'currentPassword')
        return <PasswordInput {...common} {...{ autoComplete }} />;
      return <TextInput {...common} {...{ autoComplete, autoFocus }} {...(format ? typed[format] : {})} />;
  }
}

const numeric = { htmlInput: { inputMode: 'numeric' } } as const;
const decimal = { htmlInput: { inputMode: 'decimal' } } as const;

function ReadValue({ field, record }: { field: Field; record: ResourceRecord | undefined }) {
  const formatValue = useFormatValue();
  return (
    <dl style={{ margin: 0 }}>
      <ReadField label={field.label}>{formatValue(field, record?.[field.key])}</ReadField>
    </dl>
  );
}
