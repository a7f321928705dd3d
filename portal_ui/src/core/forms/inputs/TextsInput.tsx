import AddIcon from '@mui/icons-material/Add';
import RemoveIcon from '@mui/icons-material/Remove';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useWrappedSource } from 'ra-core';
import { useRef } from 'react';
import { TextInput, type TextInputProps } from 'react-admin';
import { type FieldValues, useFieldArray } from 'react-hook-form';

type Props = Pick<TextInputProps, 'validate' | 'type' | 'autoComplete'> & {
  /** The form's list of `{ value }`. */
  source: string;
  label: (number: number) => string;
  removeLabel: (number: number) => string;
  addLabel: string;
  /** How many lines there may be; any number without it. */
  max?: number | null;
};

/** Lines of text, as cells of the grid around them. */
export function TextsInput({ source, label, removeLabel, addLabel, max = null, ...input }: Props) {
  const name = useWrappedSource(source);
  const { fields, append, remove } = useFieldArray<FieldValues, string, 'key'>({ name, keyName: 'key' });
  const add = useRef<HTMLButtonElement>(null);
  const removeLine = (index: number) => {
    remove(index);
    // The button that had the focus goes with its line.
    add.current?.focus();
  };
  return (
    <>
      {fields.map((field, index) => (
        <Box key={field.key} sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
          <TextInput {...input} source={`${source}.${index}.value`} label={label(index + 1)} />
          <IconButton aria-label={removeLabel(index + 1)} onClick={() => removeLine(index)} sx={{ marginTop: 3.25 }}>
            <RemoveIcon />
          </IconButton>
        </Box>
      ))}
      <Box sx={{ gridColumn: '1 / -1' }}>
        <Button
          ref={add}
          variant="text"
          size="small"
          startIcon={<AddIcon />}
          disabled={max !== null && fields.length >= max}
          onClick={() => append({ value: '' })}
          sx={{ marginInlineStart: -1 }}
        >
          {addLabel}
        </Button>
      </Box>
    </>
  );
}
