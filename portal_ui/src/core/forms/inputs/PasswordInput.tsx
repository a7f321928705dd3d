import VisibilityOffIcon from '@mui/icons-material/VisibilityOffOutlined';
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { TextInput, type TextInputProps } from 'react-admin';
import { withFieldButton } from './fieldButton';

/** Password input with a button that shows the password. */
export function PasswordInput(props: TextInputProps) {
  const translate = useTranslate();
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? VisibilityOffIcon : VisibilityIcon;
  return (
    <TextInput
      {...props}
      type={isShown ? 'text' : 'password'}
      slotProps={withFieldButton(Icon, translate(`ra.input.password.toggle_${isShown ? 'visible' : 'hidden'}`), () =>
        setShown(!isShown),
      )}
    />
  );
}
