import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';
import type { ComponentType, ReactNode } from 'react';
import { TextInput } from 'react-admin';
import { get } from 'react-hook-form';
import { LongTextInput } from '../../shared/fields/LongTextInput';
import { OptionalLabel } from '../../shared/fields/OptionalLabel';
import { ReadField, ReadFields } from '../../shared/fields/ReadField';
import { useFormat } from '../../shared/format';

/** A value of a step or of an address: how it is typed in, and how it is read. */
export interface StepField {
  source: string;
  /** The key of its name. */
  label: string;
  kind?: 'text' | 'longText' | 'day';
  isRequired?: boolean;
  /** The names of its values. */
  choices?: readonly { key: string; name: string }[];
  maxLength?: number;
  /** An input of its own, where not every page with fields shall load it. */
  Input?: ComponentType<StepInputProps>;
  /** The earlier day that this one may not be before. */
  notBefore?: string;
  type?: 'tel' | 'email';
  autoComplete?: string;
  /** Keys of what is said in the empty field and below it. */
  placeholder?: string;
  help?: string;
}

/** The inputs of declared fields, to stand in a FieldGrid inside a form. */
export function FieldInputs({ fields }: { fields: readonly StepField[] }) {
  return fields.map((field) =>
    field.kind === 'longText' ? (
      <Box key={field.source} sx={{ gridColumn: '1 / -1' }}>
        <FieldInput field={field} fields={fields} />
      </Box>
    ) : (
      <FieldInput key={field.source} field={field} fields={fields} />
    ),
  );
}

/** What an input of its own is told: itself, and the fields it stands among. */
export interface StepInputProps {
  source: string;
  label: ReactNode;
  isRequired: boolean;
  helperText?: string;
  field: StepField;
  fields: readonly StepField[];
}

function FieldInput({ field, fields }: Pick<StepInputProps, 'field' | 'fields'>) {
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

interface FieldTextsProps {
  fields: readonly StepField[];
  values: object;
  columns?: 1 | 2 | 3;
  /** What may follow later is "not set yet". */
  mayFollow?: boolean;
  /** Further `ReadField`s. */
  children?: ReactNode;
}

/** The values of declared fields, only to read. */
export function FieldTexts({ fields, values, columns = 2, mayFollow = false, children }: FieldTextsProps) {
  const format = useFormat();
  const translate = useTranslate();
  const textOf = ({ source, kind, choices }: StepField): string => {
    const value: string = get(values, source) ?? '';
    if (kind === 'day') return value && format.day(value);
    return choices?.find(({ key }) => key === value)?.name ?? value;
  };
  return (
    <ReadFields columns={columns}>
      {fields.map((field) => (
        <ReadField key={field.source} label={translate(field.label)}>
          {textOf(field) || (mayFollow ? <NotSet /> : null)}
        </ReadField>
      ))}
      {children}
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
