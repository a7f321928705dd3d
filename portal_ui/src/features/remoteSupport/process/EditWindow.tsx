import TimerIcon from '@mui/icons-material/TimerOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { RemoteSupport } from '../../../api/remoteSupport';
import { useAnyDirty } from '../../../core/forms/unsavedForms';
import { useProcess } from '../../../core/process/processContext';
import { getAction } from '../../../core/process/tabs';
import { useProcessUpdater } from '../../../core/process/useProcessUpdater';
import { RouterLink } from '../../../core/routing/links';
import { formatClock, useCountdown } from './countdown';

/** Return the time left to edit sessions in the hour after completion. */
export function useEditWindow(): { left: number; ended: boolean } {
  const { record, retainStaleForm } = useProcess<RemoteSupport>();
  const { reload } = useProcessUpdater();
  const dirty = useAnyDirty();
  const { enabled, secondsLeft } = record.serviceReviewSessionsEditMode;
  const left = useCountdown(enabled ? secondsLeft : 0, record.readAt, () => {
    if (dirty) retainStaleForm();
    // Offline, the countdown itself closes the window.
    reload().catch(() => undefined);
  });
  return { left, ended: enabled && left === 0 };
}

const SESSIONS = 'SERVICE_REVIEW';

/** Countdown to edit the sessions of a completed request; hidden when it ends. Shown on every tab. */
export function EditWindow() {
  const translate = useTranslate();
  const { record, step } = useProcess<RemoteSupport>();
  const { left } = useEditWindow();
  if (left === 0) return null;
  const mayEdit = getAction(record.process, 'save_session') !== undefined && step.key !== SESSIONS;
  return (
    <Alert
      severity="warning"
      icon={<TimerIcon />}
      role="timer"
      aria-label={translate('remoteSupport.window.label')}
      action={
        mayEdit && (
          <Button component={RouterLink} to={{ search: `?tab=${SESSIONS}` }} size="small">
            {translate('remoteSupport.window.edit')}
          </Button>
        )
      }
    >
      {translate('remoteSupport.window.text')}{' '}
      <Typography component="span" variant="h3" className="tabular">
        {formatClock(left)}
      </Typography>
    </Alert>
  );
}
