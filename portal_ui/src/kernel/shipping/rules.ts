import { get } from 'react-hook-form';
import {
  judge,
  judgeEach,
  maxLength,
  type Problems,
  packageSide,
  positive,
  type Rule,
  type Rules,
  required,
  text,
  wholeDate,
} from '../saving/rules';
import { isDay, type StepField } from './fields';
import type { PackageFields } from './values';

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

const side = [required, packageSide];
const packageRules: Rules = { depth: side, width: side, height: side, weight: [required, positive()] };

/** What is wrong with the packages of a shipment. */
export const packageProblems = (packages: readonly PackageFields[]): Problems =>
  Object.assign({}, ...packages.map((one, index) => judge(one, packageRules, `packages.${index}.`)));
