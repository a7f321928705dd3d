import { useTranslate } from 'ra-core';
import {
  type FieldDefinition,
  type FieldInputProps,
  FieldInputs,
  FieldValueList,
} from '../../core/forms/FieldDefinition';
import { FormSection } from '../../core/forms/FormSection';
import { TextsInput } from '../../core/forms/inputs/TextsInput';
import { validateEmail, validatePersonName, validatePhone } from '../../core/forms/validators';
import type { ContactValues, PartyForm } from './shippingValues';

/** Build a contact or address field. The last part of its path is the server's name. */
export const createPartyField = (source: string, more: Partial<FieldDefinition>): FieldDefinition => ({
  source,
  label: `shipping.field.${source.split('.')[1]}`,
  ...more,
});

function BackupEmailsInput({ source }: FieldInputProps) {
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

/** Fields of a contact person. */
export const contactFields: readonly FieldDefinition[] = [
  createPartyField('contact.firstName', {
    isRequired: true,
    isShort: true,
    validate: validatePersonName,
    autoComplete: 'given-name',
  }),
  createPartyField('contact.lastName', {
    isRequired: true,
    isShort: true,
    validate: validatePersonName,
    autoComplete: 'family-name',
  }),
  createPartyField('contact.phone', {
    isRequired: true,
    validate: validatePhone,
    type: 'tel',
    autoComplete: 'tel',
    help: 'shipping.phoneHelp',
  }),
  createPartyField('contact.email', {
    isRequired: true,
    validate: validateEmail,
    type: 'email',
    autoComplete: 'email',
  }),
  createPartyField('contact.backupEmails', {
    kind: 'texts',
    type: 'email',
    isRequired: true,
    validate: validateEmail,
    Input: BackupEmailsInput,
  }),
];

/** Contact fields with the company, which is part of the address. */
export const companyContactFields: readonly FieldDefinition[] = [
  createPartyField('address.companyName', { isRequired: true, wide: true, autoComplete: 'organization' }),
  ...contactFields,
];

interface ContactFormProps {
  hasCompany?: boolean;
  /** Translation key of the title. */
  title?: string | undefined;
}

/** Inputs of a contact person; requires a FormProvider. */
export function ContactForm({ hasCompany = true, title = 'shipping.contact' }: ContactFormProps) {
  return (
    <FormSection title={title}>
      <FieldInputs fields={hasCompany ? companyContactFields : contactFields} />
    </FormSection>
  );
}

interface ContactViewProps {
  title?: string | undefined;
  /** Secondary text below the title. */
  hint?: string | undefined;
  contact: ContactValues;
  /** Address, if the company is shown with the person. */
  address?: PartyForm['address'];
}

/** Read-only contact person. */
export function ContactView({ title = 'shipping.contact', hint, contact, address }: ContactViewProps) {
  return (
    <FormSection title={title} {...(hint && { hint })}>
      <FieldValueList
        fields={address ? companyContactFields : contactFields}
        values={{ contact, address }}
        columns={address ? 3 : 2}
      />
    </FormSection>
  );
}
