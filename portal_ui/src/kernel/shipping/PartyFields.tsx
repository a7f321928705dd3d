import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';
import { useMeta } from '../../server/meta';
import { ReadField } from '../../shared/fields/ReadField';
import { TextsInput } from '../../shared/fields/TextsInput';
import { FieldGrid, FormPart } from './FormPart';
import { FieldInputs, FieldTexts, type StepField } from './fields';
import type { ContactValues, PartyForm } from './values';

const label = (name: string) => `shipping.field.${name}`;
const party = (source: string, more: Partial<StepField>): StepField => ({
  source,
  label: label(source.split('.')[1] ?? ''),
  ...more,
});

const company = party('address.companyName', { isRequired: true, autoComplete: 'organization' });

const contactFields: readonly StepField[] = [
  party('contact.firstName', { isRequired: true, autoComplete: 'given-name' }),
  party('contact.lastName', { isRequired: true, autoComplete: 'family-name' }),
  party('contact.phone', { isRequired: true, type: 'tel', autoComplete: 'tel' }),
  party('contact.email', { isRequired: true, type: 'email', autoComplete: 'email' }),
];

function useAddressFields(): readonly StepField[] {
  const { countries = [] } = useMeta().choices;
  return [
    party('address.country', { kind: 'choice', isRequired: true, choices: countries }),
    party('address.province', { autoComplete: 'address-level1' }),
    party('address.city', { isRequired: true, autoComplete: 'address-level2' }),
    party('address.postalCode', { isRequired: true, autoComplete: 'postal-code' }),
    party('address.street', { isRequired: true, autoComplete: 'address-line1' }),
    party('address.building', { autoComplete: 'address-line2' }),
  ];
}

/** Who sends or receives: company, person and all ways to reach them. Stands inside a FormProvider. */
export function ContactForm({ hasCompany = true }: { hasCompany?: boolean }) {
  const translate = useTranslate();
  return (
    <FormPart title="shipping.contact">
      <FieldGrid>
        {hasCompany && (
          <Box sx={{ gridColumn: '1 / -1' }}>
            <FieldInputs fields={[company]} />
          </Box>
        )}
        <FieldInputs fields={contactFields} />
        <TextsInput
          source="contact.backupEmails"
          type="email"
          label={(number) => translate('shipping.field.backupEmail', { number })}
          removeLabel={(number) => translate('shipping.removeEmail', { number })}
          addLabel={translate('shipping.addEmail')}
        />
      </FieldGrid>
    </FormPart>
  );
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

interface ContactViewProps {
  contact: ContactValues;
  /** Where the company is shown with the person. */
  address?: PartyForm['address'];
}

/** Who sends or receives, only to read. */
export function ContactView({ contact, address }: ContactViewProps) {
  const translate = useTranslate();
  return (
    <FormPart title="shipping.contact">
      <FieldTexts
        fields={address ? [company, ...contactFields] : contactFields}
        values={{ contact, address }}
        columns={address ? 3 : 2}
      >
        <ReadField label={translate(label('backupEmails'))}>
          {contact.backupEmails.map(({ value }) => value).join('\n')}
        </ReadField>
      </FieldTexts>
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

/** Company, address and phone in a few lines. */
export function PartyLines({ contact, address }: PartyForm) {
  const translate = useTranslate();
  const { countries = [] } = useMeta().choices;
  const place = translate('shipping.place', {
    street: [address.street, address.building].filter(Boolean).join(', '),
    city: [address.postalCode, address.city].filter(Boolean).join(' '),
    country: countries.find(({ key }) => key === address.country)?.name ?? address.country,
  });
  return [address.companyName, place, contact.phone].filter(Boolean).join('\n');
}
