import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { useFormat } from '../i18n/format';

type Props = {
  value: string;
  /** What is said of it; New York's day and time where nothing is. */
  children?: ReactNode;
  /** Says how long ago it was, and New York's day and time on hover. */
  isRelative?: boolean;
};

/** Timestamp; the viewer's own time shows on hover. */
export function DateTime({ value, children, isRelative = false }: Props) {
  const format = useFormat();
  const translate = useTranslate();
  const own = format.ownDateTime(value);
  return (
    <time
      dateTime={value}
      title={
        isRelative
          ? translate('shared.bothTimes', { time: format.dateTimeWithZone(value), own })
          : translate('shared.yourTime', { time: own })
      }
    >
      {children ?? (isRelative ? format.ago(value) : format.dateTime(value))}
    </time>
  );
}
