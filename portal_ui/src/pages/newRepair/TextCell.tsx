import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import { styled } from '@mui/material/styles';
import { memo } from 'react';
import { cellId, useFormTools } from './formContext';
import type { Cell } from './groups';
import { CellInput, CellLabel } from './rowLayout';

export const Hidden = styled('span')({
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
});

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
    <div>
      <CellLabel htmlFor={id}>
        {label}
        {required && (
          <Box component="span" aria-hidden="true" sx={{ color: 'error.main' }}>
            {' *'}
          </Box>
        )}
        <Hidden> {unit}</Hidden>
      </CellLabel>
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
