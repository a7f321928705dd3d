import AddIcon from '@mui/icons-material/Add';
import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useWrappedSource } from 'ra-core';
import { useRef } from 'react';
import { TextInput, type TextInputProps } from 'react-admin';
import { type FieldValues, useFieldArray } from 'react-hook-form';
import { withFieldButton } from './fieldButton';
import { OptionalLabel } from './OptionalLabel';

type Props = Pick<TextInputProps, 'validate' | 'type' | 'autoComplete'> & {
  /** Form path of the list of `{ value }`. */
  source: string;
  label: (number: number) => string;
  removeLabel: (number: number) => string;
  addLabel: string;
  /** Maximum number of entries; unlimited if null. */
  max?: number | null;
};

/** Inputs of a text list, rendered as cells of the surrounding grid. */
export function TextsInput({ source, label, removeLabel, addLabel, max = null, ...input }: Props) {
  const name = useWrappedSource(source);
  const { fields, append, remove } = useFieldArray<FieldValues, string, 'key'>({ name, keyName: 'key' });
  const add = useRef<HTMLButtonElement>(null);
  const removeLine = (index: number) => {
    remove(index);
    // The focused button unmounts with its entry.
    add.current?.focus();
  };
  return (
    <>
      {fields.map((field, index) => (
        <TextInput
          key={field.key}
          {...input}
          source={`${source}.${index}.value`}
          label={<OptionalLabel label={label(index + 1)} />}
          slotProps={withFieldButton(CloseIcon, removeLabel(index + 1), () => removeLine(index))}
        />
      ))}
      <Box sx={{ gridColumn: '1 / -1' }}>
        <Button
          ref={add}
          variant="text"
          color="primary"
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
