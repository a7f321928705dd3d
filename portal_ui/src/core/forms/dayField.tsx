import Skeleton from '@mui/material/Skeleton';
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { lazyPart } from '../ui/lazyPart';
import { type FieldDefinition, type FieldInputProps, isDay } from './FieldDefinition';
import { isDateOrderInvalid } from './fieldValidation';

// The picker is a large chunk, which pages without editable days do not load.
const DateInput = lazyPart(async () => ({ default: (await import('./inputs/DateInput')).DateInput }), {
  fallback: <Skeleton variant="rounded" height={64} />,
  onFailure: 'inline',
});

/** Date input, limited by the earlier or later day of a pair. */
function DayInput({ field, fields, ...input }: FieldInputProps) {
  const earlier = field.notBefore;
  const later = fields.find(({ notBefore }) => notBefore === field.source)?.source;
  const [min, max]: unknown[] = useWatch({ name: [earlier ?? field.source, later ?? field.source] });
  useValidateOrder(field);
  return <DateInput {...input} {...(earlier && isDay(min) ? { min } : {})} {...(later && isDay(max) ? { max } : {})} />;
}

/** Validate the order of two days when either of them changes. */
function useValidateOrder({ source, notBefore }: FieldDefinition) {
  const { trigger, getFieldState } = useFormContext();
  const [day, earlier]: unknown[] = useWatch({ name: [source, notBefore ?? source] });
  useEffect(() => {
    const { error } = getFieldState(source);
    if (notBefore && (error || isDateOrderInvalid(earlier, day))) void trigger(source);
  }, [source, notBefore, day, earlier, trigger, getFieldState]);
}

/** Kind and input of a day field. */
export const dayField = { kind: 'day', Input: DayInput } satisfies Partial<FieldDefinition>;
