import AddIcon from '@mui/icons-material/Add';
import RemoveIcon from '@mui/icons-material/Remove';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'ra-core';
import { TextInput } from 'react-admin';
import { useFieldArray } from 'react-hook-form';
import { FieldGrid, FormPart } from './FormPart';
import type { ContactValues } from './types';

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
        <BackupEmails />
      </FieldGrid>
    </FormPart>
  );
}

/** Any number of further addresses, as cells of the grid around them. */
function BackupEmails() {
  const translate = useTranslate();
  const name = 'contact.backupEmails' as const;
  const { fields, append, remove } = useFieldArray<{ contact: ContactValues }, typeof name, 'key'>({
    name,
    keyName: 'key',
  });
  return (
    <>
      {fields.map((field, index) => (
        <Box key={field.key} sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
          <TextInput
            source={`${name}.${index}.value`}
            label={translate('shipping.field.backupEmail', { number: index + 1 })}
            isRequired
            type="email"
          />
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
          sx={{ marginInlineStart: -1 }}
        >
          {translate('shipping.addEmail')}
        </Button>
      </Box>
    </>
  );
}
