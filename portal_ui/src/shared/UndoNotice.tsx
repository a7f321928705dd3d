import Button from '@mui/material/Button';
import { useCloseNotification, useTranslate } from 'ra-core';

/** What a notice tells, with a button that takes it back: the message of react-admin's `notify`. */
export function UndoNotice({ text, onUndo }: { text: string; onUndo: () => void }) {
  const close = useCloseNotification();
  const translate = useTranslate();
  const undo = () => {
    close();
    onUndo();
  };
  return (
    <>
      {text}{' '}
      <Button size="small" variant="text" color="inherit" onClick={undo} sx={{ color: 'inherit' }}>
        {translate('shared.undo')}
      </Button>
    </>
  );
}
