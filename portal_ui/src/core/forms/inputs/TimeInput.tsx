import { TimePicker } from '@mui/x-date-pickers/TimePicker';
import { type PickerInputProps, PickerProvider, usePickerInput } from './pickerInput';

/** Time input with a 24-hour clock. The form value is "HH:MM", "" or, if partially typed, `INCOMPLETE`. */
export function TimeInput(props: PickerInputProps) {
  const { picker, onText, timesFilled } = usePickerInput(props, { displayFormat: 'HH:mm', valueFormat: 'HH:mm' });
  return (
    <PickerProvider onText={onText}>
      <TimePicker key={timesFilled} {...picker} ampm={false} />
    </PickerProvider>
  );
}
