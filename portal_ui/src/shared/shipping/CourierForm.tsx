import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';
import { TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { DateInput } from '../fields/DateInput';
import { LongTextInput } from '../fields/LongTextInput';
import { OptionalLabel } from '../fields/OptionalLabel';
import { FieldGrid } from './FormPart';
import type { CourierField, CourierFields } from './types';

interface CourierFormProps {
  needed: readonly CourierField[];
  /** Characters the note may have; without it there is no note. */
  noteLimit?: number;
}

const isDay = (value: string): boolean => /^\d{4}-/.test(value);

/** Who carries the goods and when. Neither day can be picked beyond the other. Inside a FormProvider. */
export function CourierForm({ needed, noteLimit }: CourierFormProps) {
  const translate = useTranslate();
  const [pickUp, delivery] = useWatch<CourierFields, ['pickUpDate', 'estimateDeliveryDate']>({
    name: ['pickUpDate', 'estimateDeliveryDate'],
  });
  const field = (source: CourierField) => {
    const label = `shipping.field.${source}`;
    return needed.includes(source)
      ? { source, label, isRequired: true }
      : { source, label: <OptionalLabel label={label} /> };
  };
  const canFollow = !needed.includes('trackingNumber');
  return (
    <FieldGrid>
      <TextInput {...field('courierName')} />
      <TextInput
        {...field('trackingNumber')}
        {...(canFollow ? { placeholder: translate('shipping.trackingLater') } : {})}
      />
      <DateInput {...field('pickUpDate')} {...(isDay(delivery) ? { max: delivery } : {})} />
      <DateInput {...field('estimateDeliveryDate')} {...(isDay(pickUp) ? { min: pickUp } : {})} />
      {noteLimit !== undefined && (
        <Box sx={{ gridColumn: '1 / -1' }}>
          <LongTextInput {...field('note')} maxLength={noteLimit} />
        </Box>
      )}
    </FieldGrid>
  );
}
