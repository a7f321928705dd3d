import AddIcon from '@mui/icons-material/Add';
import RemoveIcon from '@mui/icons-material/Remove';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { type FieldValues, useFieldArray } from 'react-hook-form';
import { TextField } from './TextField';

type Props = {
  /** The form's list of `{ value }`. */
  name: string;
  label: (number: number) => string;
  removeLabel: (number: number) => string;
  addLabel: string;
  autoComplete?: string;
};

/** Any number of further e-mail addresses, as cells of the grid around them. */
export function EmailsField({ name, label, removeLabel, addLabel, autoComplete }: Props) {
  const { fields, append, remove } = useFieldArray<FieldValues, string, 'key'>({ name, keyName: 'key' });
  return (
    <>
      {fields.map((field, index) => (
        <Box key={field.key} sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <TextField
              name={`${name}.${index}.value`}
              label={label(index + 1)}
              required
              type="email"
              autoComplete={autoComplete}
            />
          </Box>
          <IconButton aria-label={removeLabel(index + 1)} onClick={() => remove(index)} sx={{ marginTop: 3.25 }}>
            <RemoveIcon />
          </IconButton>
        </Box>
      ))}
      <Box sx={{ gridColumn: '1 / -1' }}>
        <Button
          variant="text"
          size="small"
          startIcon={<AddIcon />}
          onClick={() => append({ value: '' })}
          sx={{ marginInlineStart: -1 }}
        >
          {addLabel}
        </Button>
      </Box>
    </>
  );
}
