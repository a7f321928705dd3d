import RestoreIcon from '@mui/icons-material/Restore';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useFormat } from '../../shared/format';

/** Tells that a draft was put back, and offers to go back to what is saved. */
export function DraftNote({ at, onDiscard }: { at: string; onDiscard: () => void }) {
  const format = useFormat();
  const translate = useTranslate();
  return (
    <Alert
      severity="info"
      role="status"
      icon={<RestoreIcon />}
      action={
        <Button size="small" variant="text" onClick={onDiscard} sx={{ color: 'inherit' }}>
          {translate('process.draft.discard')}
        </Button>
      }
    >
      {translate('process.draft.restored', { time: format.dateTime(at) })}
    </Alert>
  );
}
