import Skeleton from '@mui/material/Skeleton';
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { lazyPart } from '../ui/lazyPart';
import { type FieldDefinition, type FieldInputProps, isDay } from './FieldDefinition';
import { isDateOrderInvalid } from './fieldValidation';

// The picker is large: who only reads days, or fills in what has none, does not wait for it.
const DateInput = lazyPart(async () => ({ default: (await import('./inputs/DateInput')).DateInput }), {
  fallback: <Skeleton variant="rounded" height={64} />,
  onFailure: 'inline',
});

/** A day; of two in an order neither can be picked beyond the other. */
function DayInput({ field, fields, ...input }: FieldInputProps) {
  const earlier = field.notBefore;
  const later = fields.find(({ notBefore }) => notBefore === field.source)?.source;
  const [min, max]: unknown[] = useWatch({ name: [earlier ?? field.source, later ?? field.source] });
  useValidateOrder(field);
  return <DateInput {...input} {...(earlier && isDay(min) ? { min } : {})} {...(later && isDay(max) ? { max } : {})} />;
}

/** The order of two days is told as soon as both are known, and no longer once either was mended. */
function useValidateOrder({ source, notBefore }: FieldDefinition) {
  const { trigger, getFieldState } = useFormContext();
  const [day, earlier]: unknown[] = useWatch({ name: [source, notBefore ?? source] });
  useEffect(() => {
    const { error } = getFieldState(source);
    if (notBefore && (error || isDateOrderInvalid(earlier, day))) void trigger(source);
  }, [source, notBefore, day, earlier, trigger, getFieldState]);
}

/** What makes a field a day. */
export const dayField = { kind: 'day', Input: DayInput } satisfies Partial<FieldDefinition>;
