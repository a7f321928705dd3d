import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { useFormat } from '../i18n/format';

type Props = {
  value: string;
  /** What is said of it; New York's day and time where nothing is. */
  children?: ReactNode;
};

/** An instant; the viewer's own time shows on hover. */
export function DateTime({ value, children }: Props) {
  const format = useFormat();
  const translate = useTranslate();
  return (
    <time dateTime={value} title={translate('shared.yourTime', { time: format.ownDateTime(value) })}>
      {children ?? format.dateTime(value)}
    </time>
  );
}
