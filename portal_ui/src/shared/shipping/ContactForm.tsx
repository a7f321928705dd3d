import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';
import { EmailsField } from '../fields/EmailsField';
import { TextField } from '../fields/TextField';
import { FieldGrid, FormPart } from './FormPart';
import type { AddressValues, ContactValues } from './types';

interface Values {
  contact: ContactValues;
  address: AddressValues;
}

/** Who sends or receives: company, person and all ways to reach them. Stands inside a FormProvider. */
export function ContactForm({ company = true }: { company?: boolean }) {
  const translate = useTranslate();
  const word = (name: string) => translate(`shipping.field.${name}`);
  return (
    <FormPart title={translate('shipping.contact')}>
      <FieldGrid>
        {company && (
          <Box sx={{ gridColumn: '1 / -1' }}>
            <TextField<Values>
              name="address.companyName"
              label={word('companyName')}
              required
              autoComplete="organization"
            />
          </Box>
        )}
        <TextField<Values> name="contact.firstName" label={word('firstName')} required autoComplete="given-name" />
        <TextField<Values> name="contact.lastName" label={word('lastName')} required autoComplete="family-name" />
        <TextField<Values> name="contact.phone" label={word('phone')} required type="tel" autoComplete="tel" />
        <TextField<Values> name="contact.email" label={word('email')} required type="email" autoComplete="email" />
        <BackupEmails />
      </FieldGrid>
    </FormPart>
  );
}

/** Any number of further addresses, two in a row. */
function BackupEmails() {
  const translate = useTranslate();
  return (
    <EmailsField
      name="contact.backupEmails"
      label={(number) => translate('shipping.field.backupEmail', { number })}
      removeLabel={(number) => translate('shipping.removeEmail', { number })}
      addLabel={translate('shipping.addEmail')}
    />
  );
}
