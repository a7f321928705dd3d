import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';
import { TextInput } from 'react-admin';
import { TextsInput } from '../fields/TextsInput';
import { FieldGrid, FormPart } from './FormPart';

/** Who sends or receives: company, person and all ways to reach them. Stands inside a FormProvider. */
export function ContactForm({ company = true }: { company?: boolean }) {
  const translate = useTranslate();
  return (
    <FormPart title={translate('shipping.contact')}>
      <FieldGrid>
        {company && (
          <Box sx={{ gridColumn: '1 / -1' }}>
            <TextInput
              source="address.companyName"
              label="shipping.field.companyName"
              isRequired
              autoComplete="organization"
            />
          </Box>
        )}
        <TextInput source="contact.firstName" label="shipping.field.firstName" isRequired autoComplete="given-name" />
        <TextInput source="contact.lastName" label="shipping.field.lastName" isRequired autoComplete="family-name" />
        <TextInput source="contact.phone" label="shipping.field.phone" isRequired type="tel" autoComplete="tel" />
        <TextInput source="contact.email" label="shipping.field.email" isRequired type="email" autoComplete="email" />
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
