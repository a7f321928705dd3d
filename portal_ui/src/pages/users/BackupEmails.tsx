import AddIcon from '@mui/icons-material/Add';
import RemoveIcon from '@mui/icons-material/Remove';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'ra-core';
import { useFieldArray } from 'react-hook-form';
import { TextField } from '../../shared/fields/TextField';
import type { AccountForm } from './accountForm';

/** Any number of further addresses, two in a row. */
export function BackupEmails() {
  const translate = useTranslate();
  const { fields, append, remove } = useFieldArray<AccountForm, 'backupEmails', 'key'>({
    name: 'backupEmails',
    keyName: 'key',
  });
  return (
    <>
      {fields.map((field, index) => (
        <Box key={field.key} sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <TextField<AccountForm>
              name={`backupEmails.${index}.value`}
              label={translate('users.field.backupEmail', { number: index + 1 })}
              required
              type="email"
              autoComplete="off"
            />
          </Box>
          <IconButton
            aria-label={translate('users.backupEmail.remove', { number: index + 1 })}
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
          {translate('users.backupEmail.add')}
        </Button>
      </Box>
    </>
  );
}
