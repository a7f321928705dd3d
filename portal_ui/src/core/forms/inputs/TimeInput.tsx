import { TimePicker } from '@mui/x-date-pickers/TimePicker';
import { PickerFrame, type PickerInputProps, usePickerInput } from './pickerInput';

/** A time on a 24-hour clock, typed or picked. The form holds "HH:MM", "" or, half typed, what is no time. */
export function TimeInput(props: PickerInputProps) {
  const { picker, onText, timesFilled } = usePickerInput(props, { shown: 'HH:mm', held: 'HH:mm' });
  return (
    <PickerFrame onText={onText}>
      <TimePicker key={timesFilled} {...picker} ampm={false} />
    </PickerFrame>
  );
}
