import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { ReadField, ReadFields } from '../fields/ReadField';
import { useFormat } from '../format';
import { FormPart } from './FormPart';
import { sidesOf } from './packages';
import type { AddressValues, ContactValues, CourierValues, PackageValues } from './types';

/** A value, or the words that it is not set yet. */
export function OrNotSet({ children }: { children: string | null | undefined }) {
  const translate = useTranslate();
  if (children) return children;
  return (
    <Box component="span" sx={{ color: 'text.tertiary' }}>
      {translate('shipping.notSet')}
    </Box>
  );
}

interface ShippingViewProps {
  contact: ContactValues;
  address: AddressValues;
  countries: readonly { key: string; name: string }[];
}

/** Contact and address, only to read. */
export function ShippingView({ contact, address, countries }: ShippingViewProps) {
  const translate = useTranslate();
  const word = (name: string) => translate(`shipping.field.${name}`);
  const country = countries.find(({ key }) => key === address.country)?.name ?? address.country;
  const backup = contact.backupEmails.map(({ value }) => value).join('\n');
  return (
    <>
      <FormPart title={translate('shipping.contact')}>
        <ReadFields columns={3}>
          <ReadField label={word('companyName')}>{address.companyName}</ReadField>
          <ReadField label={word('firstName')}>{contact.firstName}</ReadField>
          <ReadField label={word('lastName')}>{contact.lastName}</ReadField>
          <ReadField label={word('phone')}>{contact.phone}</ReadField>
          <ReadField label={word('email')}>{contact.email}</ReadField>
          <ReadField label={word('backupEmails')}>{backup}</ReadField>
        </ReadFields>
      </FormPart>
      <FormPart title={translate('shipping.address')}>
        <ReadFields columns={3}>
          <ReadField label={word('country')}>{country}</ReadField>
          <ReadField label={word('province')}>{address.province}</ReadField>
          <ReadField label={word('city')}>{address.city}</ReadField>
          <ReadField label={word('postalCode')}>{address.postalCode}</ReadField>
          <ReadField label={word('street')}>{address.street}</ReadField>
          <ReadField label={word('building')}>{address.building}</ReadField>
        </ReadFields>
      </FormPart>
    </>
  );
}

/** Company, address and phone in a few lines. */
export function PartyLines({ contact, address, countries }: ShippingViewProps) {
  const translate = useTranslate();
  const place = translate('shipping.place', {
    street: [address.street, address.building].filter(Boolean).join(', '),
    city: [address.postalCode, address.city].filter(Boolean).join(' '),
    country: countries.find(({ key }) => key === address.country)?.name ?? address.country,
  });
  return [address.companyName, place, contact.phone].filter(Boolean).join('\n');
}

/** The packages, one line each: sides and weight. */
export function PackageLines({ packages }: { packages: readonly PackageValues[] }) {
  const translate = useTranslate();
  if (packages.length === 0) return <OrNotSet>{null}</OrNotSet>;
  return (
    <Box component="ul" className="tabular" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {packages.map((one) => (
        <Typography component="li" key={one.id}>
          {translate('shipping.packageLine', { ...sidesOf(one.dimensions), weight: one.weight })}
        </Typography>
      ))}
    </Box>
  );
}

interface CourierViewProps {
  values: CourierValues & { note?: string | null };
  withNote?: boolean;
  columns?: 1 | 2;
}

/** The courier's data, only to read; what is missing is "not set yet". */
export function CourierView({ values, withNote = false, columns = 2 }: CourierViewProps) {
  const format = useFormat();
  const translate = useTranslate();
  const word = (name: string) => translate(`shipping.field.${name}`);
  return (
    <ReadFields columns={columns}>
      <ReadField label={word('courierName')}>
        <OrNotSet>{values.courierName}</OrNotSet>
      </ReadField>
      <ReadField label={word('trackingNumber')}>
        <OrNotSet>{values.trackingNumber}</OrNotSet>
      </ReadField>
      <ReadField label={word('pickUpDate')}>
        <OrNotSet>{values.pickUpDate && format.day(values.pickUpDate)}</OrNotSet>
      </ReadField>
      <ReadField label={word('estimateDeliveryDate')}>
        <OrNotSet>{values.estimateDeliveryDate && format.day(values.estimateDeliveryDate)}</OrNotSet>
      </ReadField>
      {withNote && (
        <ReadField label={word('note')}>
          <OrNotSet>{values.note}</OrNotSet>
        </ReadField>
      )}
    </ReadFields>
  );
}
