import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import dayjs from 'dayjs';
import { type PickerInputProps, PickerProvider, usePickerInput } from './pickerInput';

type Props = PickerInputProps & {
  /** First and last day that can be picked ("YYYY-MM-DD"). */
  min?: string;
  max?: string;
};

const VALUE_FORMAT = 'YYYY-MM-DD';

/** Date input in month-day-year format. The form value is "YYYY-MM-DD", "" or, if partially typed, `INCOMPLETE`. */
export function DateInput({ min, max, ...props }: Props) {
  const { picker, onText, timesFilled } = usePickerInput(props, {
    displayFormat: 'MM/DD/YYYY',
    valueFormat: VALUE_FORMAT,
  });
  return (
    <PickerProvider onText={onText}>
      <DatePicker
        key={timesFilled}
        {...picker}
        // Date in the dialog on touch screens: the default format has no "de" in Spanish.
        slotProps={{ ...picker.slotProps, toolbar: { toolbarFormat: 'LL' } }}
        minDate={min ? dayjs(min, VALUE_FORMAT) : undefined}
        maxDate={max ? dayjs(max, VALUE_FORMAT) : undefined}
      />
    </PickerProvider>
  );
}
