/** Values of the shipping forms, as the server reads and answers them. */
export interface ContactValues {
  firstName: string;
  lastName: string;
  phone: string;
  email: string;
  backupEmails: { id?: number; value: string }[];
}

export interface AddressValues {
  companyName: string;
  /** ISO 3166 alpha-2 code. */
  country: string;
  province?: string | null;
  city: string;
  postalCode: string;
  street: string;
  building?: string | null;
}

export interface PackageValues {
  id?: number;
  /** "40/30/20": depth, width, height in whole centimetres. */
  dimensions: string;
  /** Kilograms. */
  weight: number;
}

export interface CourierValues {
  courierName: string | null;
  pickUpDate: string | null;
  estimateDeliveryDate: string | null;
  trackingNumber: string | null;
}

/** A package as it is typed: sides and weight are text until they are sent. */
export interface PackageFields {
  id?: number | undefined;
  depth: string;
  width: string;
  height: string;
  weight: string;
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
