import FormHelperText from '@mui/material/FormHelperText';
import { memo } from 'react';
import { cellId, useFormTools } from './formContext';
import type { Cell } from './groups';
import { CellInput } from './rowLayout';

type TextCellProps = {
  unitId: string;
  cell: Cell;
  label: string;
  /** Which unit it is, read after the label. */
  unit: string;
  placeholder?: string;
  error: string | undefined;
};

const maxLengths: Record<Cell, number> = { serialNumber: 255, serviceTag: 255, problemDescription: 4000 };

/** One cell. The text lives in the control itself: typing draws nothing again. */
export const TextCell = memo(function TextCell({ unitId, cell, label, unit, placeholder, error }: TextCellProps) {
  const { ref, ...field } = useFormTools().form.register(`units.${unitId}.${cell}`);
  const id = cellId(unitId, cell);
  const required = cell === 'serialNumber';
  const prose = cell === 'problemDescription';
  return (
    <div className={cell}>
      <label className="label" htmlFor={id}>
        {label}
        {required && (
          <span className="star" aria-hidden="true">
            {' *'}
          </span>
        )}
        <span className="hidden"> {unit}</span>
      </label>
      <CellInput
        {...field}
        id={id}
        inputRef={ref}
        error={error !== undefined}
        placeholder={placeholder}
        autoComplete="off"
        inputComponent={prose ? 'textarea' : 'input'}
        inputProps={{
          maxLength: maxLengths[cell],
          spellCheck: prose,
          enterKeyHint: 'next',
          'aria-required': required,
          'aria-describedby': error && `${id}-error`,
          ...(prose && { rows: 1 }),
        }}
      />
      {error && (
        <FormHelperText error id={`${id}-error`}>
          {error}
        </FormHelperText>
      )}
    </div>
  );
});
