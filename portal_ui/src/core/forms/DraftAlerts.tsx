import RestoreIcon from '@mui/icons-material/Restore';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useFormat } from '../i18n/format';

/** Conflict of drafts: another tab holds another draft of the same form; one of the two is chosen. */
export interface DraftConflict {
  takeOther: () => void;
  keepLocal: () => void;
}

interface RestoredDraftAlertProps {
  form: {
    dirty: boolean;
    /** When the draft that was put back had been typed. */
    restoredAt: string | null;
    conflict: DraftConflict | null;
    /** Goes back to what is saved. */
    discard: () => void;
  };
  /** Fills its place from edge to edge. */
  square?: boolean;
}

/** Alert that a draft was restored, with undo; or that another tab has another draft. */
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

/** Alert that the draft was changed in another tab, so that neither overwrites the other's. */
export function DraftConflictAlert({ conflict, square = false }: { conflict: DraftConflict; square?: boolean }) {
  const translate = useTranslate();
  return (
    <Alert
      severity="warning"
      role="alert"
      sx={square ? { borderRadius: 0, border: 0 } : {}}
      action={
        <>
          <Button size="small" variant="text" onClick={conflict.takeOther} sx={{ color: 'inherit' }}>
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

/** Status of the autosave at the left of a bar. */
export function SaveStatus({ state }: { state: 'untouched' | 'incomplete' | 'saved' | 'unsaved' | 'kept' }) {
  const translate = useTranslate();
  return (
    <Typography variant="body2" sx={{ color: 'text.tertiary', display: { xs: 'none', md: 'block' } }}>
      {translate(`saving.state.${state}`)}
    </Typography>
  );
}
