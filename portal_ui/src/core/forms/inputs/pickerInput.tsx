import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { enUS, esES, type PickersLocaleText } from '@mui/x-date-pickers/locales';
import { PickersTextField, type PickersTextFieldProps } from '@mui/x-date-pickers/PickersTextField';
import dayjs, { type Dayjs } from 'dayjs';
import 'dayjs/locale/es';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import { FieldTitle, type InputProps, useInput, ValidationError } from 'ra-core';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import type { Language } from '../../i18n/language';
import { useLanguage } from '../../i18n/useLanguage';
import { INCOMPLETE, validateCompleteness } from './incompleteValue';

dayjs.extend(customParseFormat);

/** Props of react-admin inputs that date and time inputs support. */
export type PickerInputProps = Pick<
  InputProps,
  'source' | 'label' | 'helperText' | 'validate' | 'isRequired' | 'disabled' | 'defaultValue'
>;

type PickerFormat = {
  /** Format for typing and display. */
  displayFormat: string;
  /** Format of the form value. */
  valueFormat: string;
};

const keepTyped = (value: unknown) => value;

const pickerMessages = {
  en: enUS.components.MuiLocalizationProvider.defaultProps.localeText,
  es: {
    ...esES.components.MuiLocalizationProvider.defaultProps.localeText,
    // Wording of the portal, and accents missing in MUI's locale.
    day: 'Día',
    weekDay: 'Día de la semana',
    datePickerToolbarTitle: 'Elegir fecha',
    timePickerToolbarTitle: 'Elegir hora',
    openDatePickerDialogue: (chosen) => (chosen ? `Elegir fecha, la elegida es ${chosen}` : 'Elegir fecha'),
    openTimePickerDialogue: (chosen) => (chosen ? `Elegir hora, la elegida es ${chosen}` : 'Elegir hora'),
  },
} satisfies Record<Language, Partial<PickersLocaleText>>;

type FrameProps = {
  /** Callback with the text of the field, on each change. */
  onText: (text: string) => void;
  children: ReactNode;
};

/** Provider of an MUI picker's locale, and of a listener to its text. */
export function PickerProvider({ onText, children }: FrameProps) {
  const language = useLanguage();
  return (
    <LocalizationProvider dateAdapter={AdapterDayjs} adapterLocale={language} localeText={pickerMessages[language]}>
      <TextListener value={onText}>{children}</TextListener>
    </LocalizationProvider>
  );
}

/** Bind an MUI picker to the form; a partially typed value is `INCOMPLETE`. */
export function usePickerInput(
  { validate = [], ...props }: PickerInputProps,
  { displayFormat, valueFormat }: PickerFormat,
) {
  const { source, label, helperText } = props;
  const { field, fieldState, id, isRequired } = useInput({
    ...props,
    parse: keepTyped,
    validate: [validateCompleteness, ...[validate].flat()],
  });
  const toDay = (value: unknown) => (value && value !== INCOMPLETE ? dayjs(String(value), valueFormat) : null);
  const [agreed, setAgreed] = useState<unknown>(field.value);
  const [picked, setPicked] = useState<Dayjs | null>(() => toDay(field.value));
  const [timesFilled, setTimesFilled] = useState(0);
  if (field.value !== agreed) {
    // The form value was set from outside, such as by a reset.
    setAgreed(field.value);
    setPicked(toDay(field.value));
    setTimesFilled(timesFilled + 1);
  }

  const onText = (text: string) => {
    const day = dayjs(text, displayFormat, true);
    // The year is 0002 after the first digit of 2026.
    const isComplete = day.isValid() && day.year() >= 1000;
    const value = text === '' ? '' : isComplete ? day.format(valueFormat) : INCOMPLETE;
    if (value === agreed) return;
    setAgreed(value);
    field.onChange(value);
  };

  // Show the error after blur, even if the resolver of the form does not check partially typed dates.
  const error = fieldState.error?.message ?? (fieldState.isTouched ? validateCompleteness(field.value) : undefined);
  return {
    onText,
    /** Key of the picker: remounting discards partial text, which only MUI's field has. */
    timesFilled,
    picker: {
      format: displayFormat,
      value: picked,
      disabled: props.disabled === true,
      onChange: setPicked,
      inputRef: field.ref,
      label: <FieldTitle label={label} source={source} isRequired={isRequired} />,
      slots: { textField: WatchedTextField },
      slotProps: {
        textField: {
          id,
          fullWidth: true,
          required: isRequired,
          error: error !== undefined,
          helperText: error === undefined ? helperText : <ValidationError error={error} />,
          onBlur: field.onBlur,
          // With the label above, the placeholder shows the format while the field is empty.
          slotProps: { inputLabel: { shrink: true } },
        },
      },
    },
  };
}

const TextListener = createContext<(text: string) => void>(() => {});

// MUI's pickers call onChange only once a first date is complete, and with null when one section is deleted.
function WatchedTextField(props: PickersTextFieldProps) {
  const onText = useContext(TextListener);
  const before = useRef(props.value);
  useEffect(() => {
    if (before.current === props.value) return;
    before.current = props.value;
    onText(props.value);
  });
  return <PickersTextField {...props} />;
}
