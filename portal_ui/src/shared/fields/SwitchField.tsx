import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { type FieldValues, type UseControllerProps, useController } from 'react-hook-form';

type Props<T extends FieldValues> = UseControllerProps<T> & { label: string };

/** On or off. */
export function SwitchField<T extends FieldValues>({ label, disabled, ...controller }: Props<T>) {
  const { field } = useController(controller);
  return (
    <FormControlLabel
      label={label}
      disabled={disabled}
      control={
        <Switch
          checked={field.value === true}
          name={field.name}
          onBlur={field.onBlur}
          onChange={(_, on) => field.onChange(on)}
          slotProps={{ input: { ref: field.ref } }}
        />
      }
    />
  );
}
