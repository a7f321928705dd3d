import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslate } from 'ra-core';
import { useId } from 'react';

interface LeaveDialogProps {
  open: boolean;
  /** True while files are uploading, which leaving would cancel. */
  losesFiles?: boolean;
  onStay: () => void;
  onDiscard: () => void;
  /** Callback to leave and keep the draft; absent if none is kept. */
  onKeepDraft?: (() => void) | undefined;
}

/** Dialog to confirm leaving with unsaved changes. Enter stays on the page. */
export function LeaveDialog({ open, losesFiles = false, onStay, onDiscard, onKeepDraft }: LeaveDialogProps) {
  const translate = useTranslate();
  const titleId = useId();
  return (
    <Dialog open={open} onClose={onStay} aria-labelledby={titleId} maxWidth="sm">
      <DialogTitle id={titleId}>{translate('saving.leave.title')}</DialogTitle>
      <DialogContent sx={{ color: 'text.secondary' }}>
        {translate(onKeepDraft ? 'saving.leave.draftText' : 'saving.leave.text')}
        {losesFiles && ` ${translate('saving.leave.files')}`}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', rowGap: 1 }}>
        <Button variant="text" color="error" onClick={onDiscard}>
          {translate('saving.leave.discard')}
        </Button>
        {onKeepDraft && <Button onClick={onKeepDraft}>{translate('saving.leave.keepDraft')}</Button>}
        <Button variant="contained" color="primary" onClick={onStay} autoFocus>
          {translate('saving.leave.stay')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
