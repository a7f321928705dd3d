import { useTranslate } from 'ra-core';
import { AutocompleteInput } from 'react-admin';
import { useMeta } from '../../server/meta';
import { ContactView, partyField } from './ContactFields';
import { FieldGrid, FormPart } from './FormPart';
import { FieldInputs, FieldTexts, type StepField, type StepInputProps } from './fields';
import type { PartyForm } from './values';

function CountryInput({ field: { choices = [] }, fields, ...input }: StepInputProps) {
  return <AutocompleteInput {...input} choices={[...choices]} />;
}

function useAddressFields(): readonly StepField[] {
  const { countries = [] } = useMeta().choices;
  return [
    partyField('address.country', { Input: CountryInput, isRequired: true, choices: countries }),
    partyField('address.province', { autoComplete: 'address-level1' }),
    partyField('address.city', { isRequired: true, autoComplete: 'address-level2' }),
    partyField('address.postalCode', { isRequired: true, autoComplete: 'postal-code' }),
    partyField('address.street', { isRequired: true, autoComplete: 'address-line1' }),
    partyField('address.building', { autoComplete: 'address-line2' }),
  ];
}

/** Where things are sent from or to. The company stands with the contact. Inside a FormProvider. */
export function AddressForm() {
  const fields = useAddressFields();
  return (
    <FormPart title="shipping.address">
      <FieldGrid>
        <FieldInputs fields={fields} />
      </FieldGrid>
    </FormPart>
  );
}

/** Contact and address, only to read. */
export function PartyView({ contact, address }: PartyForm) {
  const fields = useAddressFields();
  return (
    <>
      <ContactView contact={contact} address={address} />
      <FormPart title="shipping.address">
        <FieldTexts fields={fields} values={{ address }} columns={3} />
      </FormPart>
    </>
  );
}

/** Company, address, the person and how to reach them, in a few lines. */
export function PartyLines({ contact, address }: PartyForm) {
  const translate = useTranslate();
  const { countries = [] } = useMeta().choices;
  const place = translate('shipping.place', {
    street: [address.street, address.building].filter(Boolean).join(', '),
    city: [address.postalCode, address.city].filter(Boolean).join(' '),
    country: countries.find(({ key }) => key === address.country)?.name ?? address.country,
  });
  const person = [contact.firstName, contact.lastName].filter(Boolean).join(' ');
  return [address.companyName, place, person, contact.phone, contact.email].filter(Boolean).join('\n');
}
