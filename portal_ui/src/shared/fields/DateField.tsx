import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { enUS, esES } from '@mui/x-date-pickers/locales';
import dayjs from 'dayjs';
import 'dayjs/locale/es';
import { type FieldValues, type UseControllerProps, useController } from 'react-hook-form';
import type { Language } from '../../i18n/language';
import { useLanguage } from '../links';
import { FieldFrame, type FieldProps } from './FieldFrame';

type Props<T extends FieldValues> = UseControllerProps<T> &
  FieldProps & {
    /** Days before or after these ("YYYY-MM-DD") cannot be picked. */
    min?: string;
    max?: string;
  };

const isoDay = 'YYYY-MM-DD';
/** The words of the date and time pickers. */
export const pickerWords = {
  en: enUS.components.MuiLocalizationProvider.defaultProps.localeText,
  es: esES.components.MuiLocalizationProvider.defaultProps.localeText,
} satisfies Record<Language, unknown>;

/** A day, typed or picked, shown month-day-year. The form holds "YYYY-MM-DD", or "" while it is empty or half typed. */
export function DateField<T extends FieldValues>({ min, max, ...props }: Props<T>) {
  const { label, required, optional, help, disabled, ...controller } = props;
  const { field, fieldState } = useController(controller);
  const language = useLanguage();
  return (
    <LocalizationProvider dateAdapter={AdapterDayjs} adapterLocale={language} localeText={pickerWords[language]}>
      <FieldFrame {...{ label, required, optional, help }} error={fieldState.error?.message}>
        {(ids) => (
          <DatePicker
            format="MM/DD/YYYY"
            disabled={disabled}
            value={field.value ? dayjs(field.value, isoDay) : null}
            minDate={min ? dayjs(min, isoDay) : undefined}
            maxDate={max ? dayjs(max, isoDay) : undefined}
            onChange={(day) => field.onChange(day?.isValid() ? day.format(isoDay) : '')}
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
