import MenuItem from '@mui/material/MenuItem';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import { type FieldValues, type UseControllerProps, useController } from 'react-hook-form';
import { FieldFrame, type FieldProps } from './FieldFrame';

type Props<T extends FieldValues> = UseControllerProps<T> &
  FieldProps & {
    choices: readonly { key: string; name: string }[];
    /** An entry that stands for no choice. */
    emptyLabel?: string;
    /** Also told of each choice. */
    onChange?: (key: string) => void;
  };

/** One of a few choices. */
export function SelectField<T extends FieldValues>({ choices, emptyLabel, onChange, ...props }: Props<T>) {
  const { label, required, optional, help, disabled, ...controller } = props;
  const { field, fieldState } = useController(controller);
  return (
    <FieldFrame {...{ label, required, optional, help }} error={fieldState.error?.message}>
      {(ids) => (
        <Select
          fullWidth
          displayEmpty={emptyLabel !== undefined}
          disabled={disabled}
          error={!!fieldState.error}
          value={field.value ?? ''}
          name={field.name}
          onBlur={field.onBlur}
          onChange={(event) => {
            field.onChange(event.target.value);
            onChange?.(event.target.value);
          }}
          inputRef={field.ref}
          input={<OutlinedInput />}
          SelectDisplayProps={{
            id: ids.id,
            'aria-labelledby': `${ids.id}-label ${ids.id}`,
            'aria-describedby': ids['aria-describedby'],
            'aria-required': required,
          }}
        >
          {emptyLabel !== undefined && <MenuItem value="">{emptyLabel}</MenuItem>}
          {choices.map(({ key, name }) => (
            <MenuItem key={key} value={key}>
              {name}
            </MenuItem>
          ))}
        </Select>
      )}
    </FieldFrame>
  );
}
