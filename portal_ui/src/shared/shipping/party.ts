import type { AddressValues, ContactValues } from './types';

/** Who sends or receives, and where: what contact and address form hold together. */
export interface PartyForm {
  contact: ContactValues;
  address: AddressValues;
}

/** Contact and address as a form holds them: empty text where there is nothing. */
export const partyFormOf = ({ contact, address }: PartyForm): PartyForm => ({
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
});
