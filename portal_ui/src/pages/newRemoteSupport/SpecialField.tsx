import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import { GroupLabel } from './GroupLabel';
import type { SupportForm } from './supportForm';

/** Whether a service with special support is wanted. */
export function SpecialField() {
  const translate = useTranslate();
  const id = useId();
  const { field } = useController<SupportForm, 'specialSupport'>({ name: 'specialSupport' });
  return (
    <Box component="fieldset" aria-describedby={id} sx={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
      <GroupLabel required>{translate('remoteSupport.field.specialSupport')}</GroupLabel>
      <RadioGroup row name={field.name} value={field.value} onChange={field.onChange} onBlur={field.onBlur}>
        <FormControlLabel value="yes" control={<Radio />} label={translate('lists.yes')} />
        <FormControlLabel value="no" control={<Radio />} label={translate('lists.no')} />
      </RadioGroup>
      <FormHelperText id={id}>{translate('newRemoteSupport.specialHelp')}</FormHelperText>
    </Box>
  );
}
