import { get } from 'react-hook-form';
import { isDay, type StepField } from './FieldDefinition';
import { judge, judgeEach, maxLength, type Problems, type Rule, required, text, wholeDate } from './validators';

const rulesOf = ({ kind, isRequired = false, maxLength: longest, rule }: StepField): Rule[] => [
  ...(isRequired ? [required] : []),
  ...(kind === 'day' ? [wholeDate] : [longest ? maxLength(longest) : text]),
  ...(rule ? [rule] : []),
];

/** What is wrong with the values of declared fields, by their paths in the form. */
export const fieldProblems = (fields: readonly StepField[], values: object): Problems =>
  Object.assign(
    {},
    ...fields.map((field): Problems => {
      const { source, kind, notBefore } = field;
      if (kind === 'texts') return judgeEach(get(values, source), rulesOf(field), source);
      if (notBefore && areDatesTurned(get(values, notBefore), get(values, source))) {
        return { [source]: 'shipping.datesTurned' };
      }
      return judge({ [source]: get(values, source) }, { [source]: rulesOf(field) });
    }),
  );

/** The date rule: delivery is not expected before the pick-up. Days compare as text. */
export const areDatesTurned = (pickUpDate: unknown, estimateDeliveryDate: unknown): boolean =>
  isDay(pickUpDate) && isDay(estimateDeliveryDate) && estimateDeliveryDate < pickUpDate;
