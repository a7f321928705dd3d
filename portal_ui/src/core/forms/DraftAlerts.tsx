import RestoreIcon from '@mui/icons-material/Restore';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useFormat } from '../i18n/format';

/** Conflict of two drafts of a form, after another tab saved a different one. */
export interface DraftConflict {
  loadStored: () => void;
  keepLocal: () => void;
}

interface RestoredDraftAlertProps {
  form: {
    dirty: boolean;
    /** Time at which the restored draft was saved (ISO 8601), or null. */
    restoredAt: string | null;
    conflict: DraftConflict | null;
    /** Reset the form to the saved values. */
    discard: () => void;
  };
  /** Omit border and rounded corners, to fill the container. */
  square?: boolean;
}

/** Alert of a restored draft, or of a draft conflict with another tab. */
export function RestoredDraftAlert({
  form: { dirty, restoredAt, conflict, discard },
  square = false,
}: RestoredDraftAlertProps) {
  const format = useFormat();
  const translate = useTranslate();
  if (conflict) return <DraftConflictAlert conflict={conflict} square={square} />;
  if (restoredAt === null || !dirty) return null;
  return (
    <Alert
      severity="info"
      role="status"
      icon={<RestoreIcon />}
      sx={square ? { borderRadius: 0, border: 0 } : { marginBottom: 2 }}
      action={
        <Button size="small" variant="text" onClick={discard} sx={{ color: 'inherit' }}>
          {translate('saving.draft.discard')}
        </Button>
      }
    >
      {translate('saving.draft.restored', { time: format.dateTimeWithZone(restoredAt) })}
    </Alert>
  );
}

/** Alert to choose between this draft and the one of another tab. */
export function DraftConflictAlert({ conflict, square = false }: { conflict: DraftConflict; square?: boolean }) {
  const translate = useTranslate();
  return (
    <Alert
      severity="warning"
      role="alert"
      sx={square ? { borderRadius: 0, border: 0 } : {}}
      action={
        <>
          <Button size="small" variant="text" onClick={conflict.loadStored} sx={{ color: 'inherit' }}>
            {translate('saving.draft.takeOther')}
          </Button>
          <Button size="small" variant="text" onClick={conflict.keepLocal} sx={{ color: 'inherit' }}>
            {translate('saving.draft.keepThis')}
          </Button>
        </>
      }
    >
      {translate('saving.draft.changedElsewhere')}
    </Alert>
  );
}

/** Save status at the start of a toolbar; nothing while there is nothing to save. */
export function SaveStatus({ state }: { state: 'saved' | 'unsaved' | 'kept' | null }) {
  const translate = useTranslate();
  if (!state) return null;
  return (
    <Typography variant="body2" sx={{ color: 'text.tertiary', display: { xs: 'none', md: 'block' } }}>
      {translate(`saving.state.${state}`)}
    </Typography>
  );
}
