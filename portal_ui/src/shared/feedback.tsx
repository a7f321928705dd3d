import CheckCircleIcon from '@mui/icons-material/CheckCircleOutlined';
import CloseIcon from '@mui/icons-material/Close';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Snackbar from '@mui/material/Snackbar';
import Typography from '@mui/material/Typography';
import {
  type NotificationPayload,
  undoableEventEmitter,
  useNotificationContext,
  useNotify,
  useTranslate,
} from 'ra-core';
import { useCallback, useEffect, useMemo, useState } from 'react';

const shownFor = 5_000;

/** Long enough to read what happened and to take it back. */
const undoableFor = 10_000;

/**
 * Tells the user, in words already translated, that something succeeded (blue) or failed (red). What succeeded may
 * offer to be taken back.
 */
export function useFeedback() {
  const notify = useNotify();
  const tell = useCallback(
    (type: 'success' | 'error', text: string, undo?: () => void) =>
      notify(text, { type, autoHideDuration: undo ? undoableFor : shownFor, messageArgs: { _: text }, undo }),
    [notify],
  );
  return useMemo(
    () => ({
      success: (text: string, undo?: () => void) => tell('success', text, undo),
      failed: (text: string) => tell('error', text),
    }),
    [tell],
  );
}

/** The feedback area of a layout: shows one message at a time, the newest first. */
export function FeedbackArea() {
  const { notifications, takeNotification } = useNotificationContext();
  const [shown, setShown] = useState<NotificationPayload>();
  const [open, setOpen] = useState(false);
  const translate = useTranslate();

  useEffect(() => {
    if (notifications.length === 0) return;
    const next = takeNotification();
    if (!next) return;
    if (next.notificationOptions?.undoable) undoableEventEmitter.emit('end', {});
    setShown(next);
    setOpen(true);
  }, [notifications, takeNotification]);

  const failed = shown?.type === 'error';
  const text =
    typeof shown?.message === 'string' ? translate(shown.message, shown.notificationOptions?.messageArgs) : '';
  const close = () => setOpen(false);
  const undo: unknown = shown?.notificationOptions?.undo;

  return (
    <Snackbar
      key={text}
      open={open}
      autoHideDuration={shown?.notificationOptions?.autoHideDuration ?? shownFor}
      onClose={(_, reason) => reason !== 'clickaway' && close()}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
      // Above the bars that stay in view at the foot of a page.
      sx={{ bottom: { xs: 88, sm: 88 } }}
    >
      <Box
        role={failed ? 'alert' : 'status'}
        sx={(theme) => ({
          display: 'flex',
          alignItems: 'center',
          gap: 1.5,
          maxWidth: 560,
          padding: '6px 6px 6px 16px',
          borderRadius: `${theme.portal.cardRadius}px`,
          boxShadow: theme.portal.popShadow,
          color: theme.vars.palette.background.paper,
          backgroundColor: failed ? theme.status.rejected.text : theme.status.moving.text,
        })}
      >
        {failed ? <ErrorIcon fontSize="small" /> : <CheckCircleIcon fontSize="small" />}
        <Typography variant="subtitle1" component="span" sx={{ flex: 1, paddingBlock: 1 }}>
          {text}
        </Typography>
        {typeof undo === 'function' && (
          <Button
            variant="text"
            onClick={() => {
              close();
              undo();
            }}
            sx={{ color: 'inherit', textDecoration: 'underline', '&:hover': { backgroundColor: 'transparent' } }}
          >
            {translate('shared.undo')}
          </Button>
        )}
        <IconButton aria-label={translate('shared.close')} onClick={close} sx={{ color: 'inherit !important' }}>
          <CloseIcon />
        </IconButton>
      </Box>
    </Snackbar>
  );
}
