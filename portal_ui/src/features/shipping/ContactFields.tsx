import { useTranslate } from 'ra-core';
import { FieldInputs, FieldTexts, type StepField, type StepInputProps } from '../../core/forms/FieldDefinition';
import { FormPart } from '../../core/forms/FormSection';
import { TextsInput } from '../../core/forms/inputs/TextsInput';
import { email, personName, phone } from '../../core/forms/validators';
import type { ContactValues, PartyForm } from './shippingValues';

/** A field of contact or address, which the server calls by the last part of its path. */
export const partyField = (source: string, more: Partial<StepField>): StepField => ({
  source,
  label: `shipping.field.${source.split('.')[1]}`,
  ...more,
});

function BackupEmailsInput({ source }: StepInputProps) {
  const translate = useTranslate();
  return (
    <TextsInput
      source={source}
      type="email"
      label={(number) => translate('shipping.field.backupEmail', { number })}
      removeLabel={(number) => translate('shipping.removeEmail', { number })}
      addLabel={translate('shipping.addEmail')}
    />
  );
}

/** A person, and all ways to reach them. */
export const contactFields: readonly StepField[] = [
  partyField('contact.firstName', { isRequired: true, rule: personName, autoComplete: 'given-name' }),
  partyField('contact.lastName', { isRequired: true, rule: personName, autoComplete: 'family-name' }),
  partyField('contact.phone', { isRequired: true, rule: phone, type: 'tel', autoComplete: 'tel' }),
  partyField('contact.email', { isRequired: true, rule: email, type: 'email', autoComplete: 'email' }),
  partyField('contact.backupEmails', { kind: 'texts', isRequired: true, rule: email, Input: BackupEmailsInput }),
];

/** The same with the company, which is part of the address. */
export const companyContactFields: readonly StepField[] = [
  partyField('address.companyName', { isRequired: true, wide: true, autoComplete: 'organization' }),
  ...contactFields,
];

/** Who sends or receives. Stands inside a FormProvider. */
export function ContactForm({ hasCompany = true }: { hasCompany?: boolean }) {
  return (
    <FormPart title="shipping.contact">
      <FieldInputs fields={hasCompany ? companyContactFields : contactFields} />
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
  return (
    <FormPart title="shipping.contact">
      <FieldTexts
        fields={address ? companyContactFields : contactFields}
        values={{ contact, address }}
        columns={address ? 3 : 2}
      />
    </FormPart>
  );
}
