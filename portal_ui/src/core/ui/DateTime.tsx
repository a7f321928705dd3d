import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { useFormat } from '../i18n/format';

type Props = {
  value: string;
  /** Text; by default the date and time in New York. */
  children?: ReactNode;
  /** Relative time, with the date and time in New York in the tooltip. */
  isRelative?: boolean;
};

/** Timestamp, with the user's local time in the tooltip. */
export function DateTime({ value, children, isRelative = false }: Props) {
  const format = useFormat();
  const translate = useTranslate();
  const localTime = format.localizedDateTime(value);
  return (
    <time
      dateTime={value}
      title={
        isRelative
          ? translate('shared.bothTimes', { time: format.dateTimeWithZone(value), own: localTime })
          : translate('shared.yourTime', { time: localTime })
      }
    >
      {children ?? (isRelative ? format.ago(value) : format.dateTime(value))}
    </time>
  );
}
