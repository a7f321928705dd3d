import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslate } from 'ra-core';
import { type ReactNode, useId } from 'react';

interface AttachmentsDialogProps {
  onClose: () => void;
  /** Whose files they are: "RadEye G-10, SN 04412". */
  ownerName: string;
  editable?: boolean;
  children: ReactNode;
}

/** The dialog around the files of a unit, to read or to change; on a phone it takes the whole screen. */
export function AttachmentsDialog({ onClose, ownerName, editable = false, children }: AttachmentsDialogProps) {
  const translate = useTranslate();
  const titleId = useId();
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullScreen={phone} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>
        {translate('files.attachments')}
        <Typography
          variant="body2"
          component="span"
          sx={{ display: 'block', color: 'text.tertiary', '&::first-letter': { textTransform: 'uppercase' } }}
        >
          {ownerName}
        </Typography>
      </DialogTitle>
      <DialogContent>{children}</DialogContent>
      <DialogActions>
        <Button
          variant={editable ? 'contained' : 'outlined'}
          color={editable ? 'primary' : 'inherit'}
          onClick={onClose}
          autoFocus={!editable}
        >
          {translate(editable ? 'files.done' : 'shared.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
