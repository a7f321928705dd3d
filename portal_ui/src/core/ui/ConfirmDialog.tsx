import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslate } from 'ra-core';
import { type ReactNode, useId } from 'react';

type Props = {
  open: boolean;
  title: string;
  children?: ReactNode;
  /** Label of the primary button, which names the action. */
  confirmLabel: string;
  cancelLabel?: string;
  /** Additional button between the other two. */
  extraAction?: ReactNode;
  /** Style of actions that cannot be undone. */
  danger?: boolean;
  busy?: boolean;
  /** Wider dialog, for a list. */
  wide?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Confirmation dialog with a focus trap; the focus is restored when it closes. */
export function ConfirmDialog(props: Props) {
  const {
    open,
    title,
    children,
    confirmLabel,
    cancelLabel,
    extraAction,
    danger = false,
    busy = false,
    wide = false,
  } = props;
  const { onConfirm, onClose } = props;
  const translate = useTranslate();
  const titleId = useId();
  return (
    <Dialog
      open={open}
      onClose={busy ? undefined : onClose}
      aria-labelledby={titleId}
      maxWidth={wide ? 'sm' : 'xs'}
      fullWidth
    >
      <DialogTitle id={titleId}>{title}</DialogTitle>
      {children && <DialogContent sx={{ color: 'text.secondary' }}>{children}</DialogContent>}
      <DialogActions>
        <Button variant="text" onClick={onClose} disabled={busy}>
          {cancelLabel ?? translate('shared.cancel')}
        </Button>
        {extraAction}
        <Button variant="contained" color={danger ? 'error' : 'primary'} onClick={onConfirm} loading={busy} autoFocus>
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
