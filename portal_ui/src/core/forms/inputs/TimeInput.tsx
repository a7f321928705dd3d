import { TimePicker } from '@mui/x-date-pickers/TimePicker';
import { type PickerInputProps, PickerProvider, usePickerInput } from './pickerInput';

/** A time on a 24-hour clock, typed or picked. The form holds "HH:MM", "" or, half typed, what is no time. */
export function TimeInput(props: PickerInputProps) {
  const { picker, onText, timesFilled } = usePickerInput(props, { displayFormat: 'HH:mm', valueFormat: 'HH:mm' });
  return (
    <PickerProvider onText={onText}>
      <TimePicker key={timesFilled} {...picker} ampm={false} />
    </PickerProvider>
  );
}
