import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { Theme } from '@mui/material/styles';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { CheckForApplicationUpdate } from 'react-admin';
import { reloadPage } from '../ui/reloadPage';
import { useOnline } from '../ui/useOnline';

const CHECK_INTERVAL_MS = 10 * 60_000;
const alertStyle = { borderRadius: 0, '@media print': { display: 'none !important' } };

/** Style that keeps the banner below the app bar, visible in a long form. */
const inView = (theme: Theme) => ({ position: 'sticky', top: theme.portal.barHeight, zIndex: 4 });

/** Offline banner, and banner of a new version of the portal. */
export function ConnectionBanner() {
  const translate = useTranslate();
  const online = useOnline();
  const [outdated, setOutdated] = useState(false);

  return (
    <>
      {/* Polls index.html, which is not cached and references files by content hash. */}
      <CheckForApplicationUpdate url="/" interval={CHECK_INTERVAL_MS} onNewVersionAvailable={() => setOutdated(true)} />
      {!online && (
        <Alert severity="warning" role="status" sx={[alertStyle, inView]}>
          {translate('shell.offline')}
        </Alert>
      )}
      {outdated && (
        <Alert
          severity="info"
          role="status"
          sx={alertStyle}
          action={
            // A form with unsaved changes asks before the page unloads.
            <Button size="small" onClick={reloadPage}>
              {translate('ra.action.update_application')}
            </Button>
          }
        >
          {translate('ra.notification.application_update_available')}
        </Alert>
      )}
    </>
  );
}
