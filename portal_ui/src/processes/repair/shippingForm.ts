import { decimalOf, type Problems } from '../../kernel/saving/rules';
import type { ToFormPath } from '../../kernel/saving/serverErrors';
import { packageProblems, partyProblems } from '../../kernel/shipping/rules';
import { dimensionsOf, emptyPackage, sidesOf } from '../../shared/shipping/packages';
import { type PartyForm, partyFormOf } from '../../shared/shipping/party';
import type { PackageFields } from '../../shared/shipping/types';
import type { Repair } from './types';

export interface ShippingForm extends PartyForm {
  packages: PackageFields[];
}

/** What is saved, or offered at first; where there is no package yet, one empty row. */
export function shippingFormOf({ pickUpShippingDetails: details }: Repair): ShippingForm {
  const { packages } = details;
  return {
    ...partyFormOf(details),
    packages:
      packages.length === 0
        ? [emptyPackage()]
        : packages.map(({ id, dimensions, weight }) => ({ id, ...sidesOf(dimensions), weight: String(weight) })),
  };
}

export const shippingProblems = (form: ShippingForm): Problems => ({
  ...partyProblems(form),
  ...packageProblems(form.packages),
});

/** The form as the server takes it. */
export const shippingBodyOf = ({ contact, address, packages }: ShippingForm) => ({
  contact,
  address,
  packages: packages.map(({ id, weight, ...sides }) => ({
    ...(id === undefined ? {} : { id }),
    dimensions: dimensionsOf({ weight, ...sides }),
    weight: decimalOf(weight),
  })),
});

/** The server knows one field for the three sides; its message goes to the first. */
export const toShippingPath: ToFormPath = (path) => {
  const [root, index, field] = path.split('.');
  if (root === 'packages' && field === 'dimensions') return `packages.${index}.depth`;
  return root === 'contact' || root === 'address' || (root === 'packages' && field !== undefined) ? path : null;
};
