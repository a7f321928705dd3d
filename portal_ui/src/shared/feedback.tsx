import Button from '@mui/material/Button';
import { useCloseNotification, useNotify, useTranslate } from 'ra-core';
import { useCallback, useMemo } from 'react';

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
      notify(text, {
        type,
        messageArgs: { _: text },
        ...(undo && { autoHideDuration: undoableFor, action: <Undo onUndo={undo} /> }),
      }),
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

function Undo({ onUndo }: { onUndo: () => void }) {
  const translate = useTranslate();
  const close = useCloseNotification();
  return (
    <Button
      size="small"
      onClick={() => {
        close();
        onUndo();
      }}
    >
      {translate('shared.undo')}
    </Button>
  );
}

export { default as FeedbackArea } from './Notices';
