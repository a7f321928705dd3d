import AddIcon from '@mui/icons-material/Add';
import RemoveIcon from '@mui/icons-material/Remove';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'ra-core';
import { useFieldArray } from 'react-hook-form';
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
  const { fields, append, remove } = useFieldArray<Values, 'contact.backupEmails', 'key'>({
    name: 'contact.backupEmails',
    keyName: 'key',
  });
  return (
    <>
      {fields.map((field, index) => (
        <Box key={field.key} sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <TextField<Values>
              name={`contact.backupEmails.${index}.value`}
              label={translate('shipping.field.backupEmail', { number: index + 1 })}
              required
              type="email"
            />
          </Box>
          <IconButton
            aria-label={translate('shipping.removeEmail', { number: index + 1 })}
            onClick={() => remove(index)}
            sx={{ marginTop: 3.25 }}
          >
            <RemoveIcon />
          </IconButton>
        </Box>
      ))}
      <Box sx={{ gridColumn: '1 / -1' }}>
        <Button
          variant="text"
          size="small"
          startIcon={<AddIcon />}
          onClick={() => append({ value: '' })}
          sx={{ marginLeft: -1 }}
        >
          {translate('shipping.addEmail')}
        </Button>
      </Box>
    </>
  );
}
