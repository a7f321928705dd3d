import { judge, type Problems, packageSide, positive, type Rules, required } from '../../core/forms/validators';
import type { PackageFields } from './shippingValues';

const side = [required, packageSide];
const packageRules: Rules = { depth: side, width: side, height: side, weight: [required, positive()] };

/** What is wrong with the packages of a shipment. */
export const packageProblems = (packages: readonly PackageFields[]): Problems =>
  Object.assign({}, ...packages.map((one, index) => judge(one, packageRules, `packages.${index}.`)));
