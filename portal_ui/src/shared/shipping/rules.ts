import type { AddressValues, ContactValues } from './types';

/** A rule that a value breaks: a word of the `shipping.rule` catalogue. */
export type Rule =
  | 'required'
  | 'email'
  | 'phone'
  | 'dimensions'
  | 'decimal'
  | 'packages'
  | 'tooLong'
  | 'dates'
  | 'date';

/** Form path to the rule broken there. */
export type Problems = Record<string, Rule>;

const blank = (value: string | null | undefined): boolean => !value || value.trim() === '';

/** A decimal with at most two places, comma or point; blank is no number. */
export function decimalOf(text: string): number | null {
  const plain = text.trim().replace(',', '.');
  return /^\d+(\.\d{1,2})?$/.test(plain) ? Number(plain) : null;
}

const required = (values: object, prefix: string, names: readonly string[], problems: Problems): void => {
  for (const name of names) {
    if (blank((values as Record<string, string | null | undefined>)[name])) problems[`${prefix}${name}`] = 'required';
  }
};

export function contactProblems(contact: ContactValues, prefix = 'contact.'): Problems {
  const problems: Problems = {};
  required(contact, prefix, ['firstName', 'lastName', 'phone', 'email'], problems);
  if (!blank(contact.phone) && !/^\+?[\d ]{10,}$/.test(contact.phone.trim())) problems[`${prefix}phone`] = 'phone';
  if (!blank(contact.email) && !isEmail(contact.email)) problems[`${prefix}email`] = 'email';
  contact.backupEmails.forEach(({ value }, index) => {
    const path = `${prefix}backupEmails.${index}.value`;
    if (blank(value)) problems[path] = 'required';
    else if (!isEmail(value)) problems[path] = 'email';
  });
  return problems;
}

const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text.trim());

export function addressProblems(address: AddressValues, prefix = 'address.'): Problems {
  const problems: Problems = {};
  required(address, prefix, ['companyName', 'country', 'city', 'postalCode', 'street'], problems);
  return problems;
}

/** A package as it is typed: sides and weight are text until they are sent. */
export interface PackageFields {
  id?: number | undefined;
  depth: string;
  width: string;
  height: string;
  weight: string;
}

export const emptyPackage = (): PackageFields => ({ depth: '', width: '', height: '', weight: '' });

export const dimensionsOf = ({ depth, width, height }: PackageFields): string =>
  [depth, width, height].map((side) => side.trim()).join('/');

/** "40/30/20" as three fields. */
export function sidesOf(dimensions: string): Pick<PackageFields, 'depth' | 'width' | 'height'> {
  const [depth = '', width = '', height = ''] = dimensions.split('/');
  return { depth, width, height };
}

export function packageProblems(packages: readonly PackageFields[], prefix = 'packages.'): Problems {
  const problems: Problems = {};
  packages.forEach((one, index) => {
    for (const side of ['depth', 'width', 'height'] as const) {
      if (blank(one[side])) problems[`${prefix}${index}.${side}`] = 'required';
      else if (!/^\d+$/.test(one[side].trim()) || Number(one[side]) === 0)
        problems[`${prefix}${index}.${side}`] = 'dimensions';
    }
    if (blank(one.weight)) problems[`${prefix}${index}.weight`] = 'required';
    else if (!decimalOf(one.weight)) problems[`${prefix}${index}.weight`] = 'decimal';
  });
  if (packages.length === 0) problems[`${prefix}root`] = 'packages';
  return problems;
}

/** The courier's fields as a form holds them: days are "YYYY-MM-DD" or "". */
export interface CourierFields {
  courierName: string;
  pickUpDate: string;
  estimateDeliveryDate: string;
  trackingNumber: string;
  note: string;
}

export type CourierField = keyof CourierFields;

/** The date rule: delivery is not expected before the pick-up. Days compare as text. */
export const datesAreTurned = (pickUpDate: string, estimateDeliveryDate: string): boolean =>
  pickUpDate !== '' && estimateDeliveryDate !== '' && estimateDeliveryDate < pickUpDate;

export function courierProblems(fields: CourierFields, needed: readonly CourierField[], noteLimit: number): Problems {
  const problems: Problems = {};
  for (const name of needed) if (blank(fields[name])) problems[name] = 'required';
  for (const name of ['pickUpDate', 'estimateDeliveryDate'] as const) {
    if (!blank(fields[name]) && !/^\d{4}-\d{2}-\d{2}$/.test(fields[name])) problems[name] = 'date';
  }
  const datesAreWhole = problems.pickUpDate !== 'date' && problems.estimateDeliveryDate !== 'date';
  if (datesAreWhole && datesAreTurned(fields.pickUpDate, fields.estimateDeliveryDate)) {
    problems.estimateDeliveryDate = 'dates';
  }
  if (fields.note.length > noteLimit) problems.note = 'tooLong';
  return problems;
}
