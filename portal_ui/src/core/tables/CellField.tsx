import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import FormHelperText from '@mui/material/FormHelperText';
import InputBase, { type InputBaseComponentProps, type InputBaseProps } from '@mui/material/InputBase';
import { styled } from '@mui/material/styles';
import { ValidationError } from 'ra-core';
import { type ElementType, type ReactNode, useId } from 'react';
import { get, useFormContext, useFormState, useWatch } from 'react-hook-form';

interface CellProps {
  /** The form's path. */
  name: string;
  /** The column's name in the form: arrow keys go to the same cell of the next row. */
  cell: string;
  /** For screen readers: the column and the unit. */
  label: string;
  /** The id of the element that tells what is wrong, where that is not below the field. */
  errorId?: string | undefined;
}

interface CellFieldProps extends CellProps {
  required?: boolean;
  /** How many lines it has at least, where it takes several. */
  lines?: number | undefined;
  inputMode?: 'decimal';
  placeholder?: string;
  align?: 'end';
  maxLength?: number;
}

/** Uncontrolled cell: typing in it renders nothing again but its own message. */
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
  choices: readonly { key: string; name: string; disabled?: boolean }[];
  emptyLabel: string;
}

/** One of a few choices in a cell; the browser's own list, quick to open by mouse, key or touch. */
export function CellSelect({ choices, emptyLabel, ...props }: CellSelectProps) {
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
  return <ChosenCell {...props} options={options} />;
}

/** A select that follows the form's value: the same choice may stand in a row and in the details beside it. */
function ChosenCell({ name, options, ...props }: CellProps & { options: ReactNode }) {
  const { setValue, control } = useFormContext();
  const value: unknown = useWatch({ control, name });
  return (
    <CellFrame
      {...props}
      name={name}
      element="select"
      input={{ children: options }}
      value={String(value ?? '')}
      onChange={({ target }) =>
        setValue(name, target.value, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
      }
    />
  );
}

interface BareCellProps extends CellProps {
  element: 'input' | 'textarea' | 'select';
  input: InputBaseComponentProps;
}

/** A field that the form reads itself. */
function Cell(props: BareCellProps) {
  const { register } = useFormContext();
  const { ref, ...handlers } = register(props.name);
  return <CellFrame {...props} {...handlers} inputRef={ref} />;
}

type CellFrameProps = BareCellProps & Pick<InputBaseProps, 'inputRef' | 'onChange' | 'onBlur' | 'value'>;

/** A field in a cell, with its message below. */
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
        // InputBase draws any element; its type only names inputs.
        inputComponent={element as ElementType<InputBaseComponentProps>}
        slotProps={{ input: attributes }}
        endAdornment={element === 'select' && <ExpandMoreIcon aria-hidden className="chevron" />}
      />
      {error && errorId === undefined && (
        <FormHelperText id={id} error role="alert">
          <ValidationError error={error} />
        </FormHelperText>
      )}
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

/** A bare field for cells: MUI's full text field costs too much in a table of hundreds of rows. */
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
  // The list is the browser's, its arrow that of all other selects.
  '& select.MuiInputBase-input': {
    cursor: 'pointer',
    appearance: 'none',
    paddingInlineEnd: 22,
    textOverflow: 'ellipsis',
    backgroundColor: 'inherit',
  },
  '& .chevron': { fontSize: 18, marginInlineStart: -18, pointerEvents: 'none' },
  '@media (pointer: coarse)': { minHeight: 44, fontSize: '1rem' },
}));
