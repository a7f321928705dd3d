import { useTranslate } from 'ra-core';
import { useFormat } from './format';

type Props = { value: string | null | undefined; dateOnly?: boolean };

/** An instant in New York time; the viewer's own time shows on hover. */
export function DateTime({ value, dateOnly = false }: Props) {
  const format = useFormat();
  const translate = useTranslate();
  if (!value) return null;
  return (
    <time dateTime={value} title={translate('shared.yourTime', { time: format.ownDateTime(value) })}>
      {dateOnly ? format.date(value) : format.dateTime(value)}
    </time>
  );
}
