import FormHelperText from '@mui/material/FormHelperText';
import type { InputBaseComponentProps } from '@mui/material/InputBase';
import { ValidationError } from 'ra-core';
import { type ElementType, useId } from 'react';
import { get, useFormContext, useFormState } from 'react-hook-form';
import { CellInput } from './CellInput';

interface CellFieldProps {
  /** The form's path. */
  name: string;
  /** The column's name in the form: arrow keys go to the same cell of the next row. */
  cell: string;
  /** For screen readers: the column and the unit. */
  label: string;
  required?: boolean;
  multiline?: boolean;
  inputMode?: 'decimal';
  placeholder?: string;
  align?: 'end';
  maxLength?: number;
}

/** An uncontrolled cell: typing in it draws nothing again but its own message. */
export function CellField({
  name,
  cell,
  label,
  required = false,
  multiline = false,
  inputMode,
  placeholder,
  align,
  maxLength,
}: CellFieldProps) {
  const { register } = useFormContext();
  const error = useCellError(name);
  const id = useId();
  const { ref, ...handlers } = register(name);
  return (
    <>
      <CellInput
        {...handlers}
        inputRef={ref}
        error={error !== undefined}
        {...(multiline ? { inputComponent: 'textarea' } : {})}
        inputProps={{
          'aria-label': label,
          'aria-invalid': error !== undefined,
          'aria-describedby': error === undefined ? undefined : id,
          'aria-required': required || undefined,
          'data-cell': cell,
          autoComplete: 'off',
          spellCheck: multiline,
          inputMode,
          placeholder,
          maxLength,
          ...(multiline ? { rows: 1 } : {}),
          style: align === 'end' ? { textAlign: 'end' } : undefined,
        }}
      />
      <CellError id={id} error={error} />
    </>
  );
}

/** InputBase draws any element; its type only names inputs. */
const SELECT = 'select' as ElementType<InputBaseComponentProps>;

interface CellSelectProps extends Pick<CellFieldProps, 'name' | 'cell' | 'label'> {
  choices: readonly { key: string; name: string; disabled?: boolean }[];
  emptyLabel: string;
  disabled?: boolean;
}

/** One of a few choices in a cell; the browser's own list, quick to open by mouse, key or touch. */
export function CellSelect({ name, cell, label, choices, emptyLabel, disabled = false }: CellSelectProps) {
  const { register } = useFormContext();
  const error = useCellError(name);
  const id = useId();
  const { ref, ...handlers } = register(name);
  return (
    <>
      <CellInput
        {...handlers}
        inputRef={ref}
        disabled={disabled}
        error={error !== undefined}
        inputComponent={SELECT}
        inputProps={{
          'aria-label': label,
          'aria-invalid': error !== undefined,
          'aria-describedby': error === undefined ? undefined : id,
          'data-cell': cell,
          children: [
            <option key="" value="">
              {emptyLabel}
            </option>,
            ...choices.map((choice) => (
              <option key={choice.key} value={choice.key} disabled={choice.disabled}>
                {choice.name}
              </option>
            )),
          ],
        }}
      />
      <CellError id={id} error={error} />
    </>
  );
}

/** The message of one field; only this field is drawn again when it changes. */
export function useCellError(name: string): string | undefined {
  const { control } = useFormContext();
  const { errors } = useFormState({ control, name });
  const found: { message?: unknown } | undefined = get(errors, name);
  const message = found?.message;
  return typeof message === 'string' ? message : undefined;
}

function CellError({ id, error }: { id: string; error: string | undefined }) {
  return error ? (
    <FormHelperText id={id} error role="alert">
      <ValidationError error={error} />
    </FormHelperText>
  ) : null;
}
