import {
  positive,
  required,
  type ValidationErrors,
  type ValidatorMap,
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
