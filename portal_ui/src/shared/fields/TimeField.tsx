import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { TimePicker } from '@mui/x-date-pickers/TimePicker';
import dayjs from 'dayjs';
import 'dayjs/locale/es';
import { type FieldValues, type UseControllerProps, useController } from 'react-hook-form';
import { useLanguage } from '../links';
import { pickerWords } from './DateField';
import { FieldFrame, type FieldProps } from './FieldFrame';

type Props<T extends FieldValues> = UseControllerProps<T> & FieldProps;

const clock = 'HH:mm';
// Any day: only the time of day counts.
const onSomeDay = (time: string) => dayjs(`2026-01-01T${time}`);

/** A time on a 24-hour clock, typed or picked. The form holds "HH:MM", or "" while it is empty or half typed. */
export function TimeField<T extends FieldValues>(props: Props<T>) {
  const { label, required, optional, help, disabled, ...controller } = props;
  const { field, fieldState } = useController(controller);
  const language = useLanguage();
  return (
    <LocalizationProvider dateAdapter={AdapterDayjs} adapterLocale={language} localeText={pickerWords[language]}>
      <FieldFrame {...{ label, required, optional, help }} error={fieldState.error?.message}>
        {(ids) => (
          <TimePicker
            ampm={false}
            format={clock}
            disabled={disabled}
            value={field.value ? onSomeDay(field.value) : null}
            onChange={(time) => field.onChange(time?.isValid() ? time.format(clock) : '')}
            inputRef={field.ref}
            slotProps={{
              textField: {
                id: ids.id,
                fullWidth: true,
                hiddenLabel: true,
                error: !!fieldState.error,
                onBlur: field.onBlur,
                slotProps: {
                  input: { 'aria-labelledby': `${ids.id}-label`, 'aria-describedby': ids['aria-describedby'] },
                },
              },
            }}
          />
        )}
      </FieldFrame>
    </LocalizationProvider>
  );
}
