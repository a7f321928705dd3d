import FormHelperText from '@mui/material/FormHelperText';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useId, useState } from 'react';

interface QuantityFieldProps {
  label: string;
  quantity: number;
  /** Return the error message of a text. */
  validate: (text: string) => string | undefined;
  onChange: (quantity: number) => void;
}

/** Quantity of an item. On blur an invalid text becomes the last valid one. */
export function QuantityField({ label, quantity, validate, onChange }: QuantityFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const problem = typed === null ? undefined : validate(typed);
  const errorId = useId();
  return (
    <>
      <OutlinedInput
        size="small"
        fullWidth
        value={typed ?? String(quantity)}
        error={problem !== undefined}
        autoComplete="off"
        onChange={({ target: { value } }) => {
          setTyped(value);
          if (validate(value) === undefined) onChange(Number(value));
        }}
        onBlur={() => setTyped(null)}
        inputProps={{
          'aria-label': label,
          'aria-describedby': problem === undefined ? undefined : errorId,
          'data-cell': 'quantity',
          inputMode: 'numeric',
          style: { textAlign: 'end' },
        }}
      />
      {problem !== undefined && (
        <FormHelperText id={errorId} error role="alert">
          {problem}
        </FormHelperText>
      )}
    </>
  );
}
