import Skeleton from '@mui/material/Skeleton';
import { lazy, Suspense } from 'react';
import { useWatch } from 'react-hook-form';
import { isDay, type StepField, type StepInputProps } from './fields';

// The picker is large: who only reads days, or fills in what has none, does not wait for it.
const DateInput = lazy(async () => ({ default: (await import('../../shared/fields/DateInput')).DateInput }));

/** A day; of two in an order neither can be picked beyond the other. */
function DayInput({ field, fields, ...input }: StepInputProps) {
  const earlier = field.notBefore;
  const later = fields.find(({ notBefore }) => notBefore === field.source)?.source;
  const [min, max]: unknown[] = useWatch({ name: [earlier ?? field.source, later ?? field.source] });
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={64} />}>
      <DateInput {...input} {...(earlier && isDay(min) ? { min } : {})} {...(later && isDay(max) ? { max } : {})} />
    </Suspense>
  );
}

/** What makes a field a day. */
export const dayField = { kind: 'day', Input: DayInput } satisfies Partial<StepField>;
