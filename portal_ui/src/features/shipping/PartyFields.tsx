import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslate } from 'ra-core';
import { getChoiceName, useMeta } from '../../api/meta';
import { type FieldDefinition, FieldInputs, FieldValueList } from '../../core/forms/FieldDefinition';
import { FormSection } from '../../core/forms/FormSection';
import { isolateBidi } from '../../core/i18n/bidi';
import { lazyPart } from '../../core/ui/lazyPart';
import { ContactForm, ContactView, companyContactFields, createPartyField } from './ContactFields';
import type { PartyForm } from './shippingValues';

// Loaded lazily: read-only addresses need no country autocomplete.
const CountryField = lazyPart(async () => ({ default: (await import('./CountryInput')).CountryInput }), {
  fallback: <Skeleton variant="rounded" height={64} />,
  onFailure: 'inline',
});

const addressFields: readonly FieldDefinition[] = [
  createPartyField('address.country', {
    isRequired: true,
    choices: 'countries',
    placeholder: 'shipping.chooseCountry',
    Input: CountryField,
  }),
  createPartyField('address.province', { autoComplete: 'address-level1' }),
  createPartyField('address.city', { isRequired: true, autoComplete: 'address-level2' }),
  createPartyField('address.postalCode', { isRequired: true, autoComplete: 'postal-code' }),
  createPartyField('address.street', { isRequired: true, autoComplete: 'address-line1' }),
  createPartyField('address.building', { autoComplete: 'address-line2' }),
];

/** Fields of contact and address. */
export const partyFields: readonly FieldDefinition[] = [...companyContactFields, ...addressFields];

interface PartyProps {
  /** Translation keys of the section titles, if other than contact and address. */
  titles?: { contact?: string; address?: string } | undefined;
}

/** Inputs of contact and address; require a FormProvider. */
export function PartyInputs({ titles }: PartyProps) {
  return (
    <>
      <ContactForm title={titles?.contact} />
      <FormSection title={titles?.address ?? 'shipping.address'}>
        <FieldInputs fields={addressFields} />
      </FormSection>
    </>
  );
}

/** Read-only contact and address. */
export function PartyView({ contact, address, titles, hint }: PartyForm & PartyProps & { hint?: string | undefined }) {
  return (
    <>
      <ContactView title={titles?.contact} hint={hint} contact={contact} address={address} />
      <FormSection title={titles?.address ?? 'shipping.address'}>
        <AddressView address={address} />
      </FormSection>
    </>
  );
}

/** Read-only address: fields, or on a phone the lines of a letter. */
function AddressView({ address }: Pick<PartyForm, 'address'>) {
  const { countries } = useMeta().choices;
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const lines = [
    joinParts(', ', address.street, address.building),
    joinParts(', ', joinParts(' ', address.postalCode, address.city), address.province),
    getChoiceName(countries, address.country),
  ].filter(Boolean);
  if (!isPhone || lines.length === 0) return <FieldValueList fields={addressFields} values={{ address }} columns={3} />;
  return <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{lines.join('\n')}</Typography>;
}

/** Join non-empty parts, each isolated for bidirectional text. */
const joinParts = (between: string, ...parts: readonly (string | undefined)[]): string =>
  parts.flatMap((part) => (part ? [isolateBidi(part)] : [])).join(between);

/** Company, address and contact person in a few lines of text. */
export function PartyLines({ contact, address }: PartyForm) {
  const translate = useTranslate();
  const { countries } = useMeta().choices;
  const cityLine = translate('shipping.place', {
    street: joinParts(', ', address.street, address.building),
    city: joinParts(' ', address.postalCode, address.city),
    country: getChoiceName(countries, address.country),
  });
  const person = joinParts(' ', contact.firstName, contact.lastName);
  return [address.companyName, cityLine, person, contact.phone, contact.email].filter(Boolean).join('\n');
}
