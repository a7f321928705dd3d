import VisibilityIcon from '@mui/icons-material/Visibility';
import VisibilityOffIcon from '@mui/icons-material/VisibilityOff';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import type { FieldValues, UseControllerProps } from 'react-hook-form';
import type { FieldProps } from './FieldFrame';
import { TextField } from './TextField';

type Props<T extends FieldValues> = UseControllerProps<T> &
  FieldProps & { autoComplete: 'current-password' | 'new-password' };

/** A password, hidden unless it is asked to be shown. */
export function PasswordField<T extends FieldValues>(props: Props<T>) {
  const [shown, setShown] = useState(false);
  const translate = useTranslate();
  return (
    <TextField<T>
      {...props}
      type={shown ? 'text' : 'password'}
      endAdornment={
        <IconButton
          edge="end"
          aria-label={translate(shown ? 'login.hidePassword' : 'login.showPassword')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? <VisibilityOffIcon /> : <VisibilityIcon />}
        </IconButton>
      }
    />
  );
}
