import { dayField } from '../../core/forms/dayField';
import { type FieldDefinition, FieldValueList } from '../../core/forms/FieldDefinition';
import { type CourierField, type CourierValues, toCourierFields } from './shippingValues';

interface CourierOptions {
  /** Required fields. */
  requiredFields?: readonly CourierField[];
  /** Maximum length of the note; without it the form has no note. */
  noteLimit?: number | undefined;
}

/** Return the fields of a courier shipment. */
export function createCourierFields({ requiredFields = [], noteLimit }: CourierOptions): FieldDefinition[] {
  const buildField = (source: CourierField, more: Partial<FieldDefinition> = {}): FieldDefinition => ({
    source,
    label: `shipping.field.${source}`,
    isRequired: requiredFields.includes(source),
    ...more,
  });
  return [
    buildField('courierName'),
    buildField(
      'trackingNumber',
      requiredFields.includes('trackingNumber') ? {} : { placeholder: 'shipping.trackingLater' },
    ),
    buildField('pickUpDate', dayField),
    buildField('estimateDeliveryDate', { ...dayField, notBefore: 'pickUpDate' }),
    ...(noteLimit === undefined ? [] : [buildField('note', { kind: 'longText', maxLength: noteLimit })]),
  ];
}

const allFields = createCourierFields({});
const fieldsWithoutDelivery = allFields.filter(({ source }) => source !== 'estimateDeliveryDate');

interface CourierViewProps {
  values: CourierValues;
  columns?: 1 | 3;
  /** Whether the header has the estimated delivery. */
  isDeliveryShown?: boolean;
}

/** Read-only courier data; missing values are "not set yet". */
export function CourierView({ values, columns = 3, isDeliveryShown = false }: CourierViewProps) {
  const fields = isDeliveryShown ? fieldsWithoutDelivery : allFields;
  return <FieldValueList fields={fields} values={toCourierFields(values)} columns={columns} showNotSet />;
}
