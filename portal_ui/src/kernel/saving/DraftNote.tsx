import RestoreIcon from '@mui/icons-material/Restore';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useFormat } from '../../shared/format';

interface DraftNoteProps {
  form: {
    dirty: boolean;
    /** When the draft that was put back had been typed. */
    restoredAt: string | null;
    /** Goes back to what is saved. */
    discard: () => void;
  };
  /** Fills its place from edge to edge. */
  square?: boolean;
}

/** Tells that a draft was put back, and offers to go back to what is saved. */
export function DraftNote({ form: { dirty, restoredAt, discard }, square = false }: DraftNoteProps) {
  const format = useFormat();
  const translate = useTranslate();
  if (restoredAt === null || !dirty) return null;
  return (
    <Alert
      severity="info"
      role="status"
      icon={<RestoreIcon />}
      sx={square ? { borderRadius: 0, border: 0 } : {}}
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

/** The quiet line at the left of a bar: whether everything is saved. */
export function SavedState({ state }: { state: 'untouched' | 'incomplete' | 'saved' | 'unsaved' | 'kept' }) {
  const translate = useTranslate();
  return (
    <Typography variant="body2" sx={{ color: 'text.tertiary', display: { xs: 'none', md: 'block' } }}>
      {translate(`saving.state.${state}`)}
    </Typography>
  );
}
