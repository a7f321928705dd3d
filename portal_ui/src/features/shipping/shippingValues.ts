import type { components } from '../../api/schema';

type Schemas = components['schemas'];

/** Contact and address; an email address that was just typed has no id. */
export type ContactValues = Omit<Schemas['ContactPerson'], 'backupEmails'> & {
  backupEmails: { id?: number; value: string }[];
};
export type AddressValues = Schemas['AddressIn'];
export type PackageValues = Schemas['PackageAnswer'];
export type CourierValues = Pick<Schemas['OneWayShipping'], 'courierName' | 'pickUpDate' | 'estimateDeliveryDate'> & {
  trackingNumber: string;
  note?: string;
};

/** Who sends or receives, and where: what contact and address form hold together. */
export interface PartyForm {
  contact: ContactValues;
  address: AddressValues;
}

/** Contact and address as a form holds them: without ids, empty text where there is nothing. */
export const toPartyForm = ({ contact, address }: PartyForm): PartyForm => ({
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

/** A package as it is typed: sides and weight are text until they are sent. */
export interface PackageFields {
  id?: number | undefined;
  depth: string;
  width: string;
  height: string;
  weight: string;
}

/** A package of which nothing is known yet. */
export const createEmptyPackage = (): PackageFields => ({ depth: '', width: '', height: '', weight: '' });

/** The three sides as the server has them: "40/30/20". */
export const formatDimensions = ({ depth, width, height }: PackageFields): string =>
  [depth, width, height].map((side) => side.trim()).join('/');

/** "40/30/20" as three fields. */
export function parseDimensions(dimensions: string): Pick<PackageFields, 'depth' | 'width' | 'height'> {
  const [depth = '', width = '', height = ''] = dimensions.split('/');
  return { depth, width, height };
}

/** A courier's data as a form holds them: days are "YYYY-MM-DD" or "". */
export const toCourierFields = (values: CourierValues | null) => ({
  courierName: values?.courierName ?? '',
  pickUpDate: values?.pickUpDate ?? '',
  estimateDeliveryDate: values?.estimateDeliveryDate ?? '',
  trackingNumber: values?.trackingNumber ?? '',
  note: values?.note ?? '',
});

export type CourierFields = ReturnType<typeof toCourierFields>;
export type CourierField = keyof CourierFields;

/** What a journey needs where the tracking number may follow later. */
export const REQUIRED_WITHOUT_TRACKING: readonly CourierField[] = ['courierName', 'pickUpDate', 'estimateDeliveryDate'];
export const REQUIRED_WITH_TRACKING: readonly CourierField[] = [...REQUIRED_WITHOUT_TRACKING, 'trackingNumber'];
