import {
  normalizeText,
  positive,
  required,
  type ValidationErrors,
  type ValidatorMap,
  type ValueValidator,
  validate,
  validatePackageSide,
} from '../../core/forms/validators';
import type { PackageFields } from './shippingValues';

const sideValidators = [required, validatePackageSide];
const packageValidators: ValidatorMap = {
  depth: sideValidators,
  width: sideValidators,
  height: sideValidators,
  weight: [required, positive()],
};

/** Return validation errors of the packages of a shipment. */
export const validatePackages = (packages: readonly PackageFields[]): ValidationErrors =>
  Object.assign({}, ...packages.map((each, index) => validate(each, packageValidators, `packages.${index}.`)));

/** Validate a customs commodity code: 6 to 10 digits with dots or spaces. */
export const hsCode: ValueValidator = (value) =>
  /^(?:\d{4}[. ]?\d{2}(?:[. ]?\d){0,4})?$/.test(normalizeText(value)) ? undefined : 'saving.rule.hsCode';
