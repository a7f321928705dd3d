import type { Rename } from '../../kernel/process/saveProblem';
import {
  addressProblems,
  contactProblems,
  decimalOf,
  dimensionsOf,
  emptyPackage,
  type PackageFields,
  type Problems,
  packageProblems,
  sidesOf,
} from '../../shared/shipping/rules';
import type { AddressValues, ContactValues } from '../../shared/shipping/types';
import type { Repair } from './types';

export interface ShippingForm {
  contact: ContactValues;
  address: AddressValues;
  packages: PackageFields[];
}

/** What is saved, or offered at first; where there is no package yet, one empty row. */
export function shippingFormOf(record: Repair): ShippingForm {
  const { contact, address, packages } = record.pickUpShippingDetails;
  return {
    contact: {
      firstName: contact.firstName,
      lastName: contact.lastName,
      phone: contact.phone,
      email: contact.email,
      backupEmails: contact.backupEmails.map(({ value }) => ({ value })),
    },
    address: {
      companyName: address.companyName,
      country: address.country,
      province: address.province ?? '',
      city: address.city,
      postalCode: address.postalCode,
      street: address.street,
      building: address.building ?? '',
    },
    packages:
      packages.length === 0
        ? [emptyPackage()]
        : packages.map(({ id, dimensions, weight }) => ({ id, ...sidesOf(dimensions), weight: String(weight) })),
  };
}

export const shippingProblems = ({ contact, address, packages }: ShippingForm): Problems => ({
  ...contactProblems(contact),
  ...addressProblems(address),
  ...packageProblems(packages),
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
export const renameShipping: Rename = (path) => {
  const [root, index, field] = path.split('.');
  if (root === 'packages' && field === 'dimensions') return `packages.${index}.depth`;
  return root === 'contact' || root === 'address' || (root === 'packages' && field !== undefined) ? path : null;
};
