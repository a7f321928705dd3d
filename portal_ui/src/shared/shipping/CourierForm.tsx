import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';
import { useFormContext, useWatch } from 'react-hook-form';
import { DateField } from '../fields/DateField';
import { TextField } from '../fields/TextField';
import { FieldGrid } from './FormPart';
import type { CourierField, CourierFields } from './rules';

interface CourierFormProps {
  needed: readonly CourierField[];
  /** Characters the note may have; without it there is no note. */
  noteLimit?: number;
}

/** Who carries the goods and when. Neither day can be picked beyond the other. Inside a FormProvider. */
export function CourierForm({ needed, noteLimit }: CourierFormProps) {
  const translate = useTranslate();
  const { control } = useFormContext<CourierFields>();
  const [pickUp, delivery] = useWatch({ control, name: ['pickUpDate', 'estimateDeliveryDate'] });
  const mark = (name: CourierField) => (needed.includes(name) ? { required: true } : { optional: true });
  const word = (name: CourierField) => translate(`shipping.field.${name}`);
  return (
    <FieldGrid>
      <TextField<CourierFields> name="courierName" label={word('courierName')} {...mark('courierName')} />
      <TextField<CourierFields>
        name="trackingNumber"
        label={word('trackingNumber')}
        {...mark('trackingNumber')}
        {...(needed.includes('trackingNumber') ? {} : { placeholder: translate('shipping.trackingLater') })}
      />
      <DateField
        name="pickUpDate"
        control={control}
        label={word('pickUpDate')}
        {...mark('pickUpDate')}
        {...(delivery ? { max: delivery } : {})}
      />
      <DateField
        name="estimateDeliveryDate"
        control={control}
        label={word('estimateDeliveryDate')}
        {...mark('estimateDeliveryDate')}
        {...(pickUp ? { min: pickUp } : {})}
      />
      {noteLimit !== undefined && (
        <Box sx={{ gridColumn: '1 / -1' }}>
          <TextField<CourierFields>
            name="note"
            label={word('note')}
            optional
            multiline
            minRows={3}
            maxLength={noteLimit}
          />
        </Box>
      )}
    </FieldGrid>
  );
}
