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

/** Quantity of an item. An invalid text restores the quantity from before, and is gone on blur. */
export function QuantityField({ label, quantity, validate, onChange }: QuantityFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [before, setBefore] = useState(quantity);
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
          // The beginning of an invalid text may be valid: "15" of "150".
          onChange(validate(value) === undefined ? Number(value) : before);
        }}
        onFocus={() => setBefore(quantity)}
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
