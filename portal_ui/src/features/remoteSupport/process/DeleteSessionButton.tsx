import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { useProcessUpdater } from '../../../core/process/useProcessUpdater';
import { ConfirmDialog } from '../../../core/ui/ConfirmDialog';
import { NEW_SESSION_ID } from './sessionForm';
import { buildSessionRemoval } from './supportUpdates';

interface DeleteSessionButtonProps {
  id: number;
  title: string;
  /** True if there is nothing to lose, so that no confirmation is needed. */
  isEmpty?: boolean;
  onDeleted?: () => void;
}

/** Button to delete a session, or to discard an unsaved one, after a confirmation. */
export function DeleteSessionButton({ id, title, isEmpty = false, onDeleted }: DeleteSessionButtonProps) {
  const { run, busy } = useProcessUpdater();
  const translate = useTranslate();
  const [isConfirming, setConfirming] = useState(false);
  const isNew = id === NEW_SESSION_ID;
  const t = (name: string) => translate(`remoteSupport.session.${name}`, { name: title });
  const remove = async () => {
    if (isNew || (await run(buildSessionRemoval(id), { successMessage: 'remoteSupport.session.deleted' })))
      onDeleted?.();
  };
  return (
    <>
      <IconButton
        aria-label={t('deleteOf')}
        disabled={busy}
        onClick={() => (isEmpty ? void remove() : setConfirming(true))}
      >
        <DeleteIcon />
      </IconButton>
      <ConfirmDialog
        open={isConfirming}
        danger
        title={t('deleteTitle')}
        confirmLabel={t('delete')}
        busy={busy}
        onConfirm={() => void remove().then(() => setConfirming(false))}
        onClose={() => setConfirming(false)}
      >
        {t(isNew ? 'discardText' : 'deleteText')}
      </ConfirmDialog>
    </>
  );
}
