import {
  email,
  judge,
  judgeEach,
  maxLength,
  type Problems,
  packageSide,
  personName,
  phone,
  positive,
  type Rules,
  required,
  text,
  wholeDate,
} from '../saving/rules';
import type { AddressValues, ContactValues, CourierField, CourierFields, PackageFields, PartyForm } from './values';

const contactRules: Rules = {
  firstName: [required, personName],
  lastName: [required, personName],
  phone: [required, phone],
  email: [required, email],
};

/** What is wrong with a contact and its further e-mail addresses. */
export const contactProblems = (contact: ContactValues, prefix = 'contact.'): Problems => ({
  ...judge(contact, contactRules, prefix),
  ...judgeEach(contact.backupEmails, [required, email], `${prefix}backupEmails`),
});

const addressRules: Rules = {
  companyName: [required, text],
  country: required,
  province: text,
  city: [required, text],
  postalCode: [required, text],
  street: [required, text],
  building: text,
};

/** What is wrong with a postal address. */
export const addressProblems = (address: AddressValues, prefix = 'address.'): Problems =>
  judge(address, addressRules, prefix);

/** What is wrong with who sends or receives. */
export const partyProblems = ({ contact, address }: PartyForm): Problems => ({
  ...contactProblems(contact),
  ...addressProblems(address),
});

const side = [required, packageSide];
const packageRules: Rules = { depth: side, width: side, height: side, weight: [required, positive()] };

/** What is wrong with the packages of a shipment. */
export const packageProblems = (packages: readonly PackageFields[], prefix = 'packages.'): Problems =>
  Object.assign({}, ...packages.map((one, index) => judge(one, packageRules, `${prefix}${index}.`)));

/** The date rule: delivery is not expected before the pick-up. Days compare as text. */
export const areDatesTurned = (pickUpDate: string, estimateDeliveryDate: string): boolean =>
  pickUpDate !== '' && estimateDeliveryDate !== '' && estimateDeliveryDate < pickUpDate;

/** What is wrong with a courier's journey, of which some fields are needed. */
export function courierProblems(fields: CourierFields, needed: readonly CourierField[], noteLength: number): Problems {
  const problems = {
    ...judge(fields, {
      courierName: text,
      trackingNumber: text,
      pickUpDate: wholeDate,
      estimateDeliveryDate: wholeDate,
      note: maxLength(noteLength),
    }),
    ...judge(fields, Object.fromEntries(needed.map((name) => [name, required]))),
  };
  const areWhole = !problems.pickUpDate && !problems.estimateDeliveryDate;
  if (areWhole && areDatesTurned(fields.pickUpDate, fields.estimateDeliveryDate)) {
    problems.estimateDeliveryDate = 'shipping.datesTurned';
  }
  return problems;
}
