import Box from '@mui/material/Box';
import { useTranslate, useWrappedSource } from 'ra-core';
import { TextInput, type TextInputProps } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { useFormat } from '../../i18n/format';

type Props = Omit<TextInputProps, 'multiline'> & { maxLength?: number | null };

/** Multiline text input with a character counter. */
export function LongTextInput({ maxLength, helperText = '', slotProps, ...props }: Props) {
  const counter = maxLength && <Counter source={props.source} maxLength={maxLength} />;
  return (
    <TextInput
      minRows={3}
      maxRows={10}
      {...props}
      helperText={helperText}
      // Not the `maxLength` attribute, which silently truncates pasted text.
      slotProps={counter ? { ...slotProps, formHelperText: { counter } } : slotProps}
      multiline
    />
  );
}

function Counter({ source, maxLength }: { source: string; maxLength: number }) {
  const translate = useTranslate();
  const { number } = useFormat();
  const text: unknown = useWatch({ name: useWrappedSource(source) });
  return (
    <Box component="span" sx={{ marginInlineStart: 'auto', color: 'text.tertiary' }}>
      {translate('shared.characters', { count: number([...String(text ?? '')].length), max: number(maxLength) })}
    </Box>
  );
}
