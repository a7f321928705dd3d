import type { components } from '../../api/schema';
import { parseDecimal } from '../../core/forms/validators';

type Schemas = components['schemas'];

/** Contact person; an email address that is not saved yet has no id. */
export type ContactValues = Omit<Schemas['ContactPerson'], 'backupEmails'> & {
  backupEmails: { id?: number; value: string }[];
};
export type AddressValues = Schemas['AddressIn'];
export type PackageValues = Schemas['PackageAnswer'];
export type CourierValues = Pick<Schemas['OneWayShipping'], 'courierName' | 'pickUpDate' | 'estimateDeliveryDate'> & {
  trackingNumber: string;
  note?: string;
};

/** Contact and address of a sender or recipient. */
export interface PartyForm {
  contact: ContactValues;
  address: AddressValues;
}

/** Convert contact and address to form values without ids; missing values are "". */
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

/** Values of an address form without input. */
export const EMPTY_ADDRESS = {
  companyName: '',
  country: '',
  province: '',
  city: '',
  postalCode: '',
  street: '',
  building: '',
};

/** Form values of a package; dimensions and weight are text. */
export interface PackageFields {
  id?: number | undefined;
  depth: string;
  width: string;
  height: string;
  weight: string;
}

/** Return an empty package. */
export const createEmptyPackage = (): PackageFields => ({ depth: '', width: '', height: '', weight: '' });

/** Format dimensions for the server: "40/30/20". */
export const formatDimensions = ({ depth, width, height }: PackageFields): string =>
  [depth, width, height].map((side) => side.trim()).join('/');

/** Parse dimensions such as "40/30/20". */
export function parseDimensions(dimensions: string): Pick<PackageFields, 'depth' | 'width' | 'height'> {
  const [depth = '', width = '', height = ''] = dimensions.split('/');
  return { depth, width, height };
}

/** Convert saved packages to form values, with one empty package if there are none. */
export const toPackageFields = (packages: readonly PackageValues[]): PackageFields[] =>
  packages.length === 0
    ? [createEmptyPackage()]
    : packages.map(({ id, dimensions, weight }) => ({ id, ...parseDimensions(dimensions), weight: String(weight) }));

/** Convert packages to the request body; JSON omits the undefined id of a new one. */
export const toPackagesBody = (packages: readonly PackageFields[]) =>
  packages.map(({ id, weight, ...sides }) => ({
    id,
    dimensions: formatDimensions({ weight, ...sides }),
    weight: parseDecimal(weight),
  }));

/** Convert courier data to form values; dates are "YYYY-MM-DD" or "". */
export const toCourierFields = (values: CourierValues | null) => ({
  courierName: values?.courierName ?? '',
  pickUpDate: values?.pickUpDate ?? '',
  estimateDeliveryDate: values?.estimateDeliveryDate ?? '',
  trackingNumber: values?.trackingNumber ?? '',
  note: values?.note ?? '',
});

export type CourierFields = ReturnType<typeof toCourierFields>;
export type CourierField = keyof CourierFields;

/** Required courier fields if the tracking number may be added later. */
export const REQUIRED_WITHOUT_TRACKING: readonly CourierField[] = ['courierName', 'pickUpDate', 'estimateDeliveryDate'];
export const REQUIRED_WITH_TRACKING: readonly CourierField[] = [...REQUIRED_WITHOUT_TRACKING, 'trackingNumber'];
