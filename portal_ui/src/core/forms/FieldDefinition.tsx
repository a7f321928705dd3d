import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';
import { type ComponentType, Fragment, type ReactNode } from 'react';
import { TextInput } from 'react-admin';
import { get } from 'react-hook-form';
import { getChoiceName, useMeta } from '../../api/meta';
import { useFormat } from '../i18n/format';
import { FieldGrid } from './FormSection';
import { LongTextInput } from './inputs/LongTextInput';
import { OptionalLabel } from './inputs/OptionalLabel';
import { ReadField, ReadFields } from './inputs/ReadField';
import type { ValueValidator } from './validators';

/** Declaration of a field: its input, validation and formatting. */
export interface FieldDefinition {
  source: string;
  /** Translation key of the label. */
  label: string;
  kind?: 'text' | 'longText' | 'day' | 'texts';
  isRequired?: boolean;
  /** Validation in addition to that of `kind`. */
  validate?: ValueValidator;
  /** Key of the field's choices in the metadata. */
  choices?: string;
  maxLength?: number;
  /** Custom input, such as one in a separate chunk. */
  Input?: ComponentType<FieldInputProps>;
  /** Span both columns. */
  wide?: boolean;
  /** Take half of the width on a phone, read-only; days always do. */
  isShort?: boolean;
  /** Source of the day field that must not be later. */
  notBefore?: string;
  type?: 'tel' | 'email';
  autoComplete?: string;
  /** Translation keys of the placeholder and the helper text. */
  placeholder?: string;
  help?: string;
}

/** Inputs of declared fields in a form: two columns, or one on phones. */
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

/** Props of a custom input, with its definition and those of its siblings. */
export interface FieldInputProps {
  source: string;
  label: ReactNode;
  isRequired: boolean;
  helperText?: string;
  placeholder?: string;
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
    ...(placeholder ? { placeholder: translate(placeholder) } : {}),
  };
  if (field.Input) return <field.Input {...named} field={field} fields={fields} />;
  if (kind === 'longText') return <LongTextInput {...named} {...(maxLength ? { maxLength } : {})} />;
  return (
    <TextInput
      {...named}
      {...(field.type ? { type: field.type } : {})}
      {...(field.autoComplete ? { autoComplete: field.autoComplete } : {})}
    />
  );
}

/** Return whether a value is an ISO date, as in forms and responses. */
export const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-/.test(value);

/** Return a formatter of field values, with localized days and choice names. */
export function useFormatField(): (field: FieldDefinition, value: unknown, between?: string) => string {
  const format = useFormat();
  const { choices: namedChoices } = useMeta();
  return ({ kind, choices }, value, between = ', ') => {
    if (Array.isArray(value)) return value.map((each) => each.value ?? '').join(between);
    const text = String(value ?? '');
    if (kind === 'day') return isDay(text) ? format.day(text) : '';
    return choices ? getChoiceName(namedChoices[choices], text) : text;
  };
}

interface FieldValueListProps {
  fields: readonly FieldDefinition[];
  values: object;
  columns?: 1 | 2 | 3;
  /** Show empty values as "not set yet". */
  showNotSet?: boolean;
}

/** Read-only values of declared fields; multiple values have a line each. */
export function FieldValueList({ fields, values, columns = 2, showNotSet = false }: FieldValueListProps) {
  const translate = useTranslate();
  const formatField = useFormatField();
  const { namedDay } = useFormat();
  const readText = (field: FieldDefinition): string => {
    const value: unknown = get(values, field.source);
    return field.kind === 'day' && isDay(value) ? namedDay(value) : formatField(field, value, '\n');
  };
  return (
    <ReadFields columns={columns}>
      {fields.map((field) => (
        <ReadField
          key={field.source}
          label={translate(field.label)}
          isWide={columns === 3 && field.type === 'email'}
          isShort={field.isShort || field.kind === 'day'}
        >
          {field.type === 'email' && readText(field) ? (
            <EmailLines text={readText(field)} />
          ) : (
            readText(field) || (showNotSet ? <NotSet /> : null)
          )}
        </ReadField>
      ))}
    </ReadFields>
  );
}

/** Email addresses that wrap before "@" or "." only: at a hyphen, it would be unclear whether it is part of them. */
function EmailLines({ text }: { text: string }) {
  return text.split(/(?=[@.\n])/).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces repeat, and never move
    <Fragment key={index}>
      <wbr />
      <Box component="span" sx={{ whiteSpace: piece.startsWith('\n') ? 'pre' : 'nowrap' }}>
        {piece}
      </Box>
    </Fragment>
  ));
}

/** Placeholder of a value that is not set yet. */
export function NotSet() {
  const translate = useTranslate();
  return (
    <Box component="span" sx={{ color: 'text.tertiary' }}>
      {translate('shipping.notSet')}
    </Box>
  );
}
