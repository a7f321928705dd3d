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
import { INCOMPLETE, isComplete } from './incompleteValue';

dayjs.extend(customParseFormat);

/** What react-admin's inputs take, as far as days and times need it. */
export type PickerInputProps = Pick<
  InputProps,
  'source' | 'label' | 'helperText' | 'validate' | 'isRequired' | 'disabled' | 'defaultValue'
>;

type PickerFormat = {
  /** As it is typed and shown. */
  displayFormat: string;
  /** As the form holds it. */
  valueFormat: string;
};

const asTyped = (value: unknown) => value;

const pickerMessages = {
  en: enUS.components.MuiLocalizationProvider.defaultProps.localeText,
  es: {
    ...esES.components.MuiLocalizationProvider.defaultProps.localeText,
    // As the portal speaks, and with its accent.
    day: 'Día',
    weekDay: 'Día de la semana',
    openDatePickerDialogue: (chosen) => (chosen ? `Elegir fecha, la elegida es ${chosen}` : 'Elegir fecha'),
    openTimePickerDialogue: (chosen) => (chosen ? `Elegir hora, la elegida es ${chosen}` : 'Elegir hora'),
  },
} satisfies Record<Language, Partial<PickersLocaleText>>;

type FrameProps = {
  /** Told of what stands in the field, whenever that changes. */
  onText: (text: string) => void;
  children: ReactNode;
};

/** What one of MUI's pickers stands in: its words in the language of the screen, and a listener to its text. */
export function PickerProvider({ onText, children }: FrameProps) {
  const language = useLanguage();
  return (
    <LocalizationProvider dateAdapter={AdapterDayjs} adapterLocale={language} localeText={pickerMessages[language]}>
      <TextListener value={onText}>{children}</TextListener>
    </LocalizationProvider>
  );
}

/** Bind an MUI picker to the form; a partly typed value is stored as `INCOMPLETE`. */
export function usePickerInput(
  { validate = [], ...props }: PickerInputProps,
  { displayFormat, valueFormat }: PickerFormat,
) {
  const { source, label, helperText } = props;
  const { field, fieldState, id, isRequired } = useInput({
    ...props,
    parse: asTyped,
    validate: [isComplete, ...[validate].flat()],
  });
  const dayOf = (value: unknown) => (value && value !== INCOMPLETE ? dayjs(String(value), valueFormat) : null);
  const [agreed, setAgreed] = useState<unknown>(field.value);
  const [picked, setPicked] = useState<Dayjs | null>(() => dayOf(field.value));
  const [timesFilled, setTimesFilled] = useState(0);
  if (field.value !== agreed) {
    // The form was filled anew.
    setAgreed(field.value);
    setPicked(dayOf(field.value));
    setTimesFilled(timesFilled + 1);
  }

  const onText = (text: string) => {
    const day = dayjs(text, displayFormat, true);
    // Years begin as 0002 while the first digit is typed.
    const whole = day.isValid() && day.year() >= 1000;
    const value = text === '' ? '' : whole ? day.format(valueFormat) : INCOMPLETE;
    if (value === agreed) return;
    setAgreed(value);
    field.onChange(value);
  };

  // Said once the field was left, though a resolver of the form may know no half-typed days.
  const error = fieldState.error?.message ?? (fieldState.isTouched ? isComplete(field.value) : undefined);
  return {
    onText,
    /** The picker's key: what was half typed stands in MUI's field alone, and goes with it. */
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
          // The label stands above the field, so how to type a day can be read while it is empty.
          slotProps: { inputLabel: { shrink: true } },
        },
      },
    },
  };
}

const TextListener = createContext<(text: string) => void>(() => {});

// MUI's pickers tell of nothing before a first date is whole, and tell of no date at all when one section was deleted.
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
