import Alert from '@mui/material/Alert';
import { useTranslate } from 'ra-core';
import { useInAppNotifications } from '../../api/inAppNotifications';

/** Banner for administrators while emails, reminders or jobs are not processed. */
export function FailedJobsBanner() {
  const translate = useTranslate();
  const degraded = useInAppNotifications(false).notifications?.degraded ?? [];
  return (
    // The live region must exist before its text, or screen readers do not announce it.
    <div role="status">
      {degraded.map((process) => (
        <Alert
          key={process}
          role="presentation"
          severity="warning"
          sx={{ borderRadius: 0, '@media print': { display: 'none !important' } }}
        >
          {translate(`shell.degraded.${process}`)}
        </Alert>
      ))}
    </div>
  );
}
