import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { useTranslate } from 'ra-core';
import { type FieldValues, type UseControllerProps, useController } from 'react-hook-form';
import { FieldFrame, type FieldProps } from './FieldFrame';

type Native = Pick<
  OutlinedInputProps,
  | 'type'
  | 'autoComplete'
  | 'placeholder'
  | 'multiline'
  | 'minRows'
  | 'maxRows'
  | 'autoFocus'
  | 'endAdornment'
  | 'startAdornment'
>;

type Props<T extends FieldValues> = UseControllerProps<T> &
  FieldProps &
  Native & {
    inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'tel';
    /** Also counts the characters below a multi-line field. */
    maxLength?: number;
  };

/** One line of text, or several with `multiline`. */
export function TextField<T extends FieldValues>(props: Props<T>) {
  const { name, control, rules, defaultValue, shouldUnregister, label, required, optional, help, disabled } = props;
  const { inputMode, maxLength, ...native } = omitController(props);
  const { field, fieldState } = useController({ name, control, rules, defaultValue, shouldUnregister });
  const translate = useTranslate();
  const text = String(field.value ?? '');
  const counter =
    native.multiline && maxLength ? translate('shared.characters', { count: text.length, max: maxLength }) : undefined;
  return (
    <FieldFrame {...{ label, required, optional, help, counter }} error={fieldState.error?.message}>
      {(ids) => (
        <OutlinedInput
          {...native}
          fullWidth
          id={ids.id}
          name={field.name}
          value={text}
          inputRef={field.ref}
          disabled={disabled}
          error={!!fieldState.error}
          onBlur={field.onBlur}
          onChange={field.onChange}
          inputProps={{ inputMode, maxLength, 'aria-describedby': ids['aria-describedby'], 'aria-required': required }}
        />
      )}
    </FieldFrame>
  );
}

function omitController<T extends FieldValues>(props: Props<T>) {
  const { name, control, rules, defaultValue, shouldUnregister, label, required, optional, help, disabled, ...native } =
    props;
  return native;
}
