import Button from '@mui/material/Button';
import { useCloseNotification, useTranslate } from 'ra-core';

/**
 * Undo button of a notification. It is used by bulk edits (BulkActions, useCellEdits, useBulkResult, useApprovals) and
 * others; react-admin's Undo requires undoable mutations.
 */
export function UndoAction({ onUndo }: { onUndo: () => void }) {
  const close = useCloseNotification();
  const translate = useTranslate();
  const undo = () => {
    close();
    onUndo();
  };
  return (
    <Button size="small" variant="text" color="inherit" onClick={undo}>
      {translate('shared.undo')}
    </Button>
  );
}
