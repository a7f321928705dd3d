import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import FormHelperText from '@mui/material/FormHelperText';
import InputBase, { type InputBaseComponentProps, type InputBaseProps } from '@mui/material/InputBase';
import { styled } from '@mui/material/styles';
import { ValidationError } from 'ra-core';
import { type ElementType, useId } from 'react';
import { get, useFormContext, useFormState, useWatch } from 'react-hook-form';

interface CellProps {
  /** Path in the form. */
  name: string;
  /** Column key: arrow keys move to the same cell of the next row. */
  cell: string;
  /** Accessible name: column and unit. */
  label: string;
  /** ID of the element with the error message, if it is not below the field. */
  errorId?: string | undefined;
}

interface CellFieldProps extends CellProps {
  required?: boolean;
  /** Minimum number of lines of a multi-line field. */
  lines?: number | undefined;
  inputMode?: 'decimal';
  placeholder?: string;
  align?: 'end';
  maxLength?: number;
}

/** Uncontrolled field in a cell: typing renders only its error message. */
export function CellField({ required, lines, align, ...props }: CellFieldProps) {
  const { name, cell, label, errorId, ...more } = props;
  return (
    <Cell
      {...{ name, cell, label, errorId }}
      element={lines === undefined ? 'input' : 'textarea'}
      input={{
        ...more,
        'aria-required': required || undefined,
        autoComplete: 'off',
        spellCheck: lines !== undefined,
        ...(lines === undefined ? {} : { rows: lines, style: { minHeight: lines * 20 } }),
        ...(align === 'end' ? { style: { textAlign: 'end' } } : {}),
      }}
    />
  );
}

interface CellSelectProps extends CellProps {
  required?: boolean;
  choices: readonly { key: string; name: string; disabled?: boolean }[];
  emptyLabel: string;
}

/** Native select in a cell, quick to open by mouse, keyboard or touch. */
export function CellSelect({ choices, emptyLabel, required, ...props }: CellSelectProps) {
  const options = [
    <option key="" value="">
      {emptyLabel}
    </option>,
    ...choices.map(({ key, name, disabled }) => (
      <option key={key} value={key} disabled={disabled}>
        {name}
      </option>
    )),
  ];
  return <ChosenCell {...props} input={{ children: options, 'aria-required': required || undefined }} />;
}

/** Controlled select: the same value may appear in a row and in its details. */
function ChosenCell({ name, input, ...props }: CellProps & Pick<CellInputProps, 'input'>) {
  const { setValue, control } = useFormContext();
  const value: unknown = useWatch({ control, name });
  return (
    <CellFrame
      {...props}
      name={name}
      element="select"
      input={{ ...input, 'data-unset': !value }}
      value={String(value ?? '')}
      onChange={({ target }) =>
        setValue(name, target.value, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
      }
    />
  );
}

interface CellInputProps extends CellProps {
  element: 'input' | 'textarea' | 'select';
  input: InputBaseComponentProps;
}

/** Uncontrolled field, registered with the form. */
function Cell(props: CellInputProps) {
  const { register } = useFormContext();
  const { ref, ...handlers } = register(props.name);
  return <CellFrame {...props} {...handlers} inputRef={ref} />;
}

type CellFrameProps = CellInputProps & Pick<InputBaseProps, 'inputRef' | 'onChange' | 'onBlur' | 'value'>;

/** Field in a cell, with its error message below. */
function CellFrame({ name, cell, label, errorId, element, input, ...field }: CellFrameProps) {
  const error = useCellError(name);
  const id = useId();
  const attributes = {
    ...input,
    'aria-label': label,
    'aria-invalid': error !== undefined,
    'aria-describedby': error === undefined ? undefined : (errorId ?? id),
    'data-cell': cell,
  };
  return (
    <>
      <CellInput
        {...field}
        name={name}
        error={error !== undefined}
        // InputBase renders any element, but its type allows only inputs.
        inputComponent={element as ElementType<InputBaseComponentProps>}
        slotProps={{ input: attributes }}
        endAdornment={element === 'select' && <ExpandMoreIcon aria-hidden className="chevron" />}
      />
      {error && errorId === undefined && (
        <FormHelperText id={id} error>
          <ValidationError error={error} />
        </FormHelperText>
      )}
    </>
  );
}

/** Return the error message of a field; only this field renders when it changes. */
export function useCellError(name: string): string | undefined {
  const { control } = useFormContext();
  const { errors } = useFormState({ control, name });
  const found: { message?: unknown } | undefined = get(errors, name);
  const message = found?.message;
  return typeof message === 'string' ? message : undefined;
}

/** Bare input for cells: MUI's TextField is too slow for hundreds of rows. */
const CellInput = styled(InputBase)(({ theme }) => ({
  ...theme.typography.body1,
  width: '100%',
  minHeight: 32,
  padding: '0 10px',
  border: `1px solid ${theme.portal.fieldBorder}`,
  borderRadius: theme.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.paper,
  '&:hover': { borderColor: theme.vars.palette.text.secondary },
  '&.Mui-focused': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: -1 },
  '&.Mui-error': { borderColor: theme.vars.palette.error.main, outlineColor: theme.vars.palette.error.main },
  '& .MuiInputBase-input': { padding: '5px 0', height: 'auto', '&:focus-visible': { outline: 'none' } },
  '& textarea.MuiInputBase-input': {
    resize: 'none',
    fieldSizing: 'content',
    maxHeight: 220,
    minHeight: 20,
    display: 'block',
  },
  // Native options, but the arrow of the other selects.
  '& select.MuiInputBase-input': {
    cursor: 'pointer',
    appearance: 'none',
    paddingInlineEnd: 22,
    textOverflow: 'ellipsis',
    backgroundColor: 'inherit',
    '&[data-unset="true"]': { color: theme.vars.palette.text.tertiary },
    '& option': { color: theme.vars.palette.text.primary },
  },
  '& .chevron': { fontSize: 18, marginInlineStart: -18, pointerEvents: 'none' },
  '@media (pointer: coarse)': { minHeight: 44, fontSize: '1rem' },
}));
