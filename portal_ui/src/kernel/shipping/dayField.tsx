import { useWatch } from 'react-hook-form';
import { DateInput } from '../../shared/fields/DateInput';
import type { StepField, StepInputProps } from './fields';

const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-/.test(value);

/** A day; of two in an order neither can be picked beyond the other. */
function DayInput({ field, fields, ...input }: StepInputProps) {
  const earlier = field.notBefore;
  const later = fields.find(({ notBefore }) => notBefore === field.source)?.source;
  const [min, max]: unknown[] = useWatch({ name: [earlier ?? field.source, later ?? field.source] });
  return <DateInput {...input} {...(earlier && isDay(min) ? { min } : {})} {...(later && isDay(max) ? { max } : {})} />;
}

/** What makes a field a day. The picker is large: only who declares days loads it. */
export const dayField = { kind: 'day', Input: DayInput } satisfies Partial<StepField>;
