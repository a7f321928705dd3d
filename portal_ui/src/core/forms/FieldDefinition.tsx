import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';
import type { ComponentType, ReactNode } from 'react';
import { TextInput } from 'react-admin';
import { get } from 'react-hook-form';
import { getChoiceName, useMeta } from '../../api/meta';
import { useFormat } from '../i18n/format';
import { FieldGrid } from './FormSection';
import { LongTextInput } from './inputs/LongTextInput';
import { OptionalLabel } from './inputs/OptionalLabel';
import { ReadField, ReadFields } from './inputs/ReadField';
import type { ValueValidator } from './validators';

/** Field of a step or of an address: its input, validation and formatting. */
export interface FieldDefinition {
  source: string;
  /** The key of its name. */
  label: string;
  kind?: 'text' | 'longText' | 'day' | 'texts';
  isRequired?: boolean;
  /** What it must be beside what its kind says. */
  validate?: ValueValidator;
  /** Where meta names its values. */
  choices?: string;
  maxLength?: number;
  /** An input of its own, where not every page with fields shall load it. */
  Input?: ComponentType<FieldInputProps>;
  /** It takes the whole line. */
  wide?: boolean;
  /** The earlier day that this one may not be before. */
  notBefore?: string;
  type?: 'tel' | 'email';
  autoComplete?: string;
  /** Keys of what is said in the empty field and below it. */
  placeholder?: string;
  help?: string;
}

/** The inputs of declared fields in two columns, one on a phone; inside a form. */
export function FieldInputs({ fields }: { fields: readonly FieldDefinition[] }) {
  return (
    <FieldGrid>
      {fields.map((field) =>
        field.wide || field.kind === 'longText' ? (
          <Box key={field.source} sx={{ gridColumn: '1 / -1' }}>
            <FieldInput field={field} fields={fields} />
          </Box>
        ) : (
          <FieldInput key={field.source} field={field} fields={fields} />
        ),
      )}
    </FieldGrid>
  );
}

/** What an input of its own is told: itself, and the fields it stands among. */
export interface FieldInputProps {
  source: string;
  label: ReactNode;
  isRequired: boolean;
  helperText?: string;
  field: FieldDefinition;
  fields: readonly FieldDefinition[];
}

function FieldInput({ field, fields }: Pick<FieldInputProps, 'field' | 'fields'>) {
  const translate = useTranslate();
  const { source, kind = 'text', isRequired = false, placeholder, help, maxLength } = field;
  const named = {
    source,
    label: isRequired ? field.label : <OptionalLabel label={field.label} />,
    isRequired,
    ...(help ? { helperText: translate(help) } : {}),
  };
  if (field.Input) return <field.Input {...named} field={field} fields={fields} />;
  if (kind === 'longText') return <LongTextInput {...named} {...(maxLength ? { maxLength } : {})} />;
  return (
    <TextInput
      {...named}
      {...(field.type ? { type: field.type } : {})}
      {...(field.autoComplete ? { autoComplete: field.autoComplete } : {})}
      {...(placeholder ? { placeholder: translate(placeholder) } : {})}
    />
  );
}

/** Whether a value is a day, as forms and the server have it. */
export const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-/.test(value);

/** Format a field's value: days as they are written, choices by their names. */
export function useFormatField(): (field: FieldDefinition, value: unknown, between?: string) => string {
  const format = useFormat();
  const { choices: named } = useMeta();
  return ({ kind, choices }, value, between = ', ') => {
    if (Array.isArray(value)) return value.map((each) => each.value ?? '').join(between);
    const text = String(value ?? '');
    if (kind === 'day') return isDay(text) ? format.day(text) : '';
    return choices ? getChoiceName(named[choices], text) : text;
  };
}

interface FieldValueListProps {
  fields: readonly FieldDefinition[];
  values: object;
  columns?: 1 | 2 | 3;
  /** What may follow later is "not set yet". */
  showNotSet?: boolean;
}

/** The values of declared fields, only to read; several in one field have a line each. */
export function FieldValueList({ fields, values, columns = 2, showNotSet = false }: FieldValueListProps) {
  const translate = useTranslate();
  const textOf = useFormatField();
  return (
    <ReadFields columns={columns}>
      {fields.map((field) => (
        <ReadField key={field.source} label={translate(field.label)}>
          {textOf(field, get(values, field.source), '\n') || (showNotSet ? <NotSet /> : null)}
        </ReadField>
      ))}
    </ReadFields>
  );
}

/** In place of a value that is not known yet. */
export function NotSet() {
  const translate = useTranslate();
  return (
    <Box component="span" sx={{ color: 'text.tertiary' }}>
      {translate('shipping.notSet')}
    </Box>
  );
}
