import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import { DifferenceList } from './DifferenceList';
import type { Difference } from './merge';
import { useAnyDirty } from './unsavedForms';

interface StaleDialogProps {
  /** Who did what, and when. */
  what: string;
  differences: readonly Difference[];
  onReload: () => void;
  onClose: () => void;
}

/** Somebody else changed the record that is on the page: what, who, when, and a way on that loses nothing typed. */
export function StaleDialog({ what, differences, onReload, onClose }: StaleDialogProps) {
  const translate = useTranslate();
  const titleId = useId();
  const dirty = useAnyDirty();
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{translate('saving.stale.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5 }}>
        <Typography>{what}</Typography>
        <DifferenceList differences={differences} />
        <Typography sx={{ color: 'text.secondary' }}>
          {translate(dirty ? 'saving.stale.kept' : 'saving.stale.nothingDone')}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button variant="text" onClick={onClose}>
          {translate('saving.stale.stay')}
        </Button>
        <Button variant="contained" color="primary" onClick={onReload} autoFocus>
          {translate(dirty ? 'saving.stale.reloadKeep' : 'saving.stale.reload')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
