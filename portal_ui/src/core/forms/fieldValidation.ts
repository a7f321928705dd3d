import { get } from 'react-hook-form';
import { type FieldDefinition, isDay } from './FieldDefinition';
import {
  maxLength,
  required,
  requiredEntry,
  type ValidationErrors,
  type ValueValidator,
  validate,
  validateDate,
  validateEach,
  validateText,
} from './validators';

const getValidators = ({
  kind,
  isRequired = false,
  maxLength: longest,
  validate,
}: FieldDefinition): ValueValidator[] => [
  ...(isRequired ? [kind === 'texts' ? requiredEntry : required] : []),
  ...(kind === 'day' ? [validateDate] : [longest ? maxLength(longest) : validateText]),
  ...(validate ? [validate] : []),
];

/** Validate values of declared fields; errors are keyed by path in the form. */
export const validateFields = (fields: readonly FieldDefinition[], values: object): ValidationErrors =>
  Object.assign(
    {},
    ...fields.map((field): ValidationErrors => {
      const { source, kind, notBefore } = field;
      if (kind === 'texts') return validateEach(get(values, source), getValidators(field), source);
      if (notBefore && isDateOrderInvalid(get(values, notBefore), get(values, source))) {
        return { [source]: 'shipping.datesTurned' };
      }
      return validate({ [source]: get(values, source) }, { [source]: getValidators(field) });
    }),
  );

/** Return whether the delivery is before the pick-up. ISO dates compare as text. */
export const isDateOrderInvalid = (pickUpDate: unknown, estimateDeliveryDate: unknown): boolean =>
  isDay(pickUpDate) && isDay(estimateDeliveryDate) && estimateDeliveryDate < pickUpDate;
