import CheckCircleIcon from '@mui/icons-material/CheckCircleOutlined';
import CloseIcon from '@mui/icons-material/Close';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import IconButton from '@mui/material/IconButton';
import SnackbarContent, { type SnackbarContentProps } from '@mui/material/SnackbarContent';
import { useCloseNotification, useTranslate } from 'ra-core';
import { Notification, NotificationClasses } from 'react-admin';
import { nowrapNumbers } from '../ui/nowrapNumbers';

const AUTO_HIDE_MS = 5_000;

/** Notification with icon, close button and live region. */
export default function Snackbar() {
  return <Notification autoHideDuration={AUTO_HIDE_MS} slots={{ content: SnackbarMessage }} />;
}

function SnackbarMessage({ message, action, className = '', ...rest }: SnackbarContentProps) {
  const translate = useTranslate();
  const close = useCloseNotification();
  const failed = className.includes(NotificationClasses.error);
  return (
    <SnackbarContent
      {...rest}
      className={className}
      role={failed ? 'alert' : 'status'}
      message={
        <>
          {failed ? <ErrorIcon fontSize="small" /> : <CheckCircleIcon fontSize="small" />}
          <span>{typeof message === 'string' ? nowrapNumbers(message) : message}</span>
        </>
      }
      action={
        <>
          {action}
          <IconButton color="inherit" aria-label={translate('shared.close')} onClick={close}>
            <CloseIcon />
          </IconButton>
        </>
      }
    />
  );
}
