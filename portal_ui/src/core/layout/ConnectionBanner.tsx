import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { Theme } from '@mui/material/styles';
import { useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';
import { CheckForApplicationUpdate } from 'react-admin';
import { firstPaint } from '../ui/firstPaint';
import { reloadPage } from '../ui/reloadPage';
import { useOnline } from '../ui/useOnline';

const CHECK_INTERVAL_MS = 10 * 60_000;
const alertStyle = { borderRadius: 0, '@media print': { display: 'none !important' } };

/** Under the bar wherever the page is scrolled to: who fills in a long form must not miss it. */
const inView = (theme: Theme) => ({ position: 'sticky', top: theme.portal.barHeight, zIndex: 4 });

/** Offline banner, and banner of a new version of the portal. */
export function ConnectionBanner() {
  const translate = useTranslate();
  const online = useOnline();
  const [outdated, setOutdated] = useState(false);
  const [checks, setChecks] = useState(false);

  useEffect(() => void firstPaint.then(() => setChecks(true)), []);

  return (
    <>
      {/* The page itself: the server answers it anew each time, and it names its files by their content. */}
      {checks && (
        <CheckForApplicationUpdate
          url="/"
          interval={CHECK_INTERVAL_MS}
          onNewVersionAvailable={() => setOutdated(true)}
        />
      )}
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
            // A form with something typed asks before the page goes.
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
