import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { useAction } from '../../../kernel/process/processContext';
import { useDialogSave } from '../../../kernel/process/useDialogSave';
import { ProblemAlert } from '../../../kernel/saving/ProblemAlert';
import { ConfirmDialog } from '../../../shared/ConfirmDialog';
import type { RepairPart } from '../types';

/** Takes a unit off again that was added during diagnostics. */
export function DeletePartButton({ part, name }: { part: RepairPart; name: string }) {
  const translate = useTranslate();
  const { save, busy, problem } = useDialogSave();
  const [asked, setAsked] = useState(false);
  const action = useAction('delete_part');
  if (!action) return null;
  const remove = () =>
    save(
      { method: 'DELETE', path: '/api/v1/repairing/delete/repair-part', query: { id: part.id } },
      { done: translate('repair.saved.partDeleted'), onSaved: () => setAsked(false) },
    );
  return (
    <>
      <IconButton
        size="small"
        aria-label={translate('repair.addPart.deleteOf', { name })}
        onClick={() => setAsked(true)}
      >
        <DeleteIcon />
      </IconButton>
      <ConfirmDialog
        open={asked}
        danger
        busy={busy}
        title={translate('repair.addPart.deleteTitle', { name })}
        confirmLabel={translate('repair.addPart.deleteConfirm')}
        onConfirm={() => void remove()}
        onClose={() => setAsked(false)}
      >
        {translate('repair.addPart.deleteText')}
        <ProblemAlert problem={problem} />
      </ConfirmDialog>
    </>
  );
}
