import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import dayjs from 'dayjs';
import { type PickerInputProps, PickerProvider, usePickerInput } from './pickerInput';

type Props = PickerInputProps & {
  /** Days before or after these ("YYYY-MM-DD") cannot be picked. */
  min?: string;
  max?: string;
};

const held = 'YYYY-MM-DD';

/** A day, typed or picked, shown month-day-year. The form holds "YYYY-MM-DD", "" or, half typed, what is no day. */
export function DateInput({ min, max, ...props }: Props) {
  const { picker, onText, timesFilled } = usePickerInput(props, { displayFormat: 'MM/DD/YYYY', valueFormat: held });
  return (
    <PickerProvider onText={onText}>
      <DatePicker
        key={timesFilled}
        {...picker}
        minDate={min ? dayjs(min, held) : undefined}
        maxDate={max ? dayjs(max, held) : undefined}
      />
    </PickerProvider>
  );
}
