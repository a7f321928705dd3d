import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { useFormat } from '../i18n/format';

type Props = {
  value: string;
  /** Text; by default the date and time in New York. */
  children?: ReactNode;
  /** Relative time or only the date; the tooltip has date and time in New York. */
  form?: 'relative' | 'date' | undefined;
};

/** Timestamp, with the user's local time in the tooltip. */
export function DateTime({ value, children, form }: Props) {
  const format = useFormat();
  const translate = useTranslate();
  const localTime = format.localizedDateTime(value);
  const formatted = { relative: format.ago, date: format.date, full: format.dateTime }[form ?? 'full'](value);
  return (
    <time
      dateTime={value}
      title={
        form
          ? translate('shared.bothTimes', { time: format.dateTimeWithZone(value), own: localTime })
          : translate('shared.yourTime', { time: localTime })
      }
    >
      {children ?? formatted}
    </time>
  );
}
