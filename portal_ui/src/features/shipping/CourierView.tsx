import { dayField } from '../../core/forms/dayField';
import { FieldTexts, type StepField } from '../../core/forms/FieldDefinition';
import { type CourierField, type CourierValues, courierFieldsOf } from './shippingValues';

interface CourierOptions {
  /** What must be filled in. */
  needed?: readonly CourierField[];
  /** Characters that the note may have; without it there is no note. */
  noteLimit?: number | undefined;
}

/** Who carries the goods and when. */
export function courierFields({ needed = [], noteLimit }: CourierOptions): StepField[] {
  const field = (source: CourierField, more: Partial<StepField> = {}): StepField => ({
    source,
    label: `shipping.field.${source}`,
    isRequired: needed.includes(source),
    ...more,
  });
  return [
    field('courierName'),
    field('trackingNumber', needed.includes('trackingNumber') ? {} : { placeholder: 'shipping.trackingLater' }),
    field('pickUpDate', dayField),
    field('estimateDeliveryDate', { ...dayField, notBefore: 'pickUpDate' }),
    ...(noteLimit === undefined ? [] : [field('note', { kind: 'longText', maxLength: noteLimit })]),
  ];
}

const fields = courierFields({});

/** The courier's data, only to read; what is missing is "not set yet". */
export function CourierView({ values, columns = 2 }: { values: CourierValues; columns?: 1 | 2 }) {
  return <FieldTexts fields={fields} values={courierFieldsOf(values)} columns={columns} mayFollow />;
}
