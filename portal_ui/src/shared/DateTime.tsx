import { useTranslate } from 'ra-core';
import { newYorkDate, newYorkTime, ownTime } from './newYork';

type Props = { value: string | null | undefined; dateOnly?: boolean };

/** An instant in New York time; the viewer's own time shows on hover. */
export function DateTime({ value, dateOnly = false }: Props) {
  const translate = useTranslate();
  if (!value) return null;
  return (
    <time dateTime={value} title={translate('shared.yourTime', { time: ownTime(value) })}>
      {dateOnly ? newYorkDate(value) : newYorkTime(value)}
    </time>
  );
}
