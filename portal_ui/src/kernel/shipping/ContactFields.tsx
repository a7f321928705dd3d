import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';
import { ReadField } from '../../shared/fields/ReadField';
import { TextsInput } from '../../shared/fields/TextsInput';
import { FieldGrid, FormPart } from './FormPart';
import { FieldInputs, FieldTexts, type StepField } from './fields';
import type { ContactValues, PartyForm } from './values';

const label = (name: string) => `shipping.field.${name}`;
/** A field of contact or address, which the server calls by the last part of its path. */
export const partyField = (source: string, more: Partial<StepField>): StepField => ({
  source,
  label: label(source.split('.')[1] ?? ''),
  ...more,
});

const company = partyField('address.companyName', { isRequired: true, autoComplete: 'organization' });

const contactFields: readonly StepField[] = [
  partyField('contact.firstName', { isRequired: true, autoComplete: 'given-name' }),
  partyField('contact.lastName', { isRequired: true, autoComplete: 'family-name' }),
  partyField('contact.phone', { isRequired: true, type: 'tel', autoComplete: 'tel' }),
  partyField('contact.email', { isRequired: true, type: 'email', autoComplete: 'email' }),
];

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
