import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { type FieldValues, type UseControllerProps, useController } from 'react-hook-form';

type Props<T extends FieldValues> = UseControllerProps<T> & { label: string };

/** Yes or no. */
export function CheckboxField<T extends FieldValues>({ label, ...controller }: Props<T>) {
  const { field } = useController(controller);
  return (
    <FormControlLabel
      label={label}
      control={
        <Checkbox
          checked={!!field.value}
          name={field.name}
          onBlur={field.onBlur}
          onChange={(event) => field.onChange(event.target.checked)}
          slotProps={{ input: { ref: field.ref } }}
        />
      }
    />
  );
}
