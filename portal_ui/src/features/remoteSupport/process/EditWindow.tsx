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

/** Whether the hour after completion is over on this page, though the record was read before. */
export function useEditWindow(): { left: number; ended: boolean } {
  const { record, keepStaleForm } = useProcess<RemoteSupport>();
  const { reload } = useProcessUpdater();
  const dirty = useAnyDirty();
  const { enabled, secondsLeft } = record.serviceReviewSessionsEditMode;
  const left = useCountdown(enabled ? secondsLeft : 0, record.readAt, () => {
    if (dirty) keepStaleForm();
    // Without a line the page itself knows that the hour is over.
    reload().catch(() => undefined);
  });
  return { left, ended: enabled && left === 0 };
}

const SESSIONS = 'SERVICE_REVIEW';

/** How long the sessions of a completed request may still be edited, on every tab; gone when the time is over. */
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
