import { TimePicker } from '@mui/x-date-pickers/TimePicker';
import { type PickerInputProps, PickerLanguage, TextListener, usePickerInput } from './pickerInput';

/** A time on a 24-hour clock, typed or picked. The form holds "HH:MM", "" or, half typed, what is no time. */
export function TimeInput(props: PickerInputProps) {
  const { picker, onText } = usePickerInput(props, { shown: 'HH:mm', held: 'HH:mm' });
  return (
    <PickerLanguage>
      <TextListener value={onText}>
        <TimePicker {...picker} ampm={false} />
      </TextListener>
    </PickerLanguage>
  );
}
