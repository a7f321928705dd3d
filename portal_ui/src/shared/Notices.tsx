import CheckCircleIcon from '@mui/icons-material/CheckCircleOutlined';
import CloseIcon from '@mui/icons-material/Close';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import SnackbarContent, { type SnackbarContentProps } from '@mui/material/SnackbarContent';
import { useCloseNotification, useTranslate } from 'ra-core';
import { Notification, NotificationClasses } from 'react-admin';

const shownFor = 5_000;

/** The words of a notice, in which the number of a request stands on one line. */
export function wholeNumbers(message: SnackbarContentProps['message']) {
  if (typeof message !== 'string') return message;
  return message.split(/(\b[RPS]-\d{4}-\d+)/).map((words, index) =>
    index % 2 === 0 ? (
      words
    ) : (
      <Box key={words + String(index)} component="span" sx={{ whiteSpace: 'nowrap' }}>
        {words}
      </Box>
    ),
  );
}

/** react-admin's notices, each with an icon, a way to close it, and a voice for those who do not see it. */
export default function Notices() {
  return <Notification autoHideDuration={shownFor} slots={{ content: NoticeContent }} />;
}

function NoticeContent({ message, action, className = '', ...rest }: SnackbarContentProps) {
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
          <span>{wholeNumbers(message)}</span>
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
