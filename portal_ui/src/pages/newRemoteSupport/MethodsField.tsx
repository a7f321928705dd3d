import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import { useMeta } from '../../server/meta';
import { GroupLabel } from './GroupLabel';
import type { SupportForm } from './supportForm';

/** How the contact likes to be reached: at least one way. */
export function MethodsField() {
  const { choices } = useMeta();
  const translate = useTranslate();
  const id = useId();
  const { field, fieldState } = useController<SupportForm, 'methods'>({ name: 'methods' });
  const error = fieldState.error?.message;
  const toggle = (key: string, on: boolean) => {
    const known = choices.contactMethods ?? [];
    field.onChange(known.map((one) => one.key).filter((one) => (one === key ? on : field.value.includes(one))));
    field.onBlur();
  };
  return (
    <Box
      component="fieldset"
      aria-describedby={error ? `${id}-error` : undefined}
      sx={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}
    >
      <GroupLabel required>{translate('newRemoteSupport.methods')}</GroupLabel>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
        {(choices.contactMethods ?? []).map(({ key, name }, index) => (
          <FormControlLabel
            key={key}
            label={name}
            control={
              <Checkbox
                checked={field.value.includes(key)}
                onChange={(event) => toggle(key, event.target.checked)}
                slotProps={{ input: { ref: index === 0 ? field.ref : undefined } }}
              />
            }
          />
        ))}
      </Box>
      {error && (
        <FormHelperText id={`${id}-error`} error role="alert" component="div" sx={{ display: 'flex', gap: 0.5 }}>
          <ErrorIcon aria-hidden sx={{ fontSize: 16, marginTop: '1px' }} />
          {error}
        </FormHelperText>
      )}
    </Box>
  );
}
