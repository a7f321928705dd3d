import { useTranslate } from 'ra-core';
import type { RequestUpdate } from '../../api/requests';
import { SaveErrorAlert } from '../forms/SaveErrorAlert';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { type SaveOptions, useDialogSave } from './useProcessUpdater';

interface ConfirmMutationDialogProps {
  title: string;
  /** Translation keys of the question and of the button. */
  text: string;
  confirmLabel: string;
  write: RequestUpdate;
  options: SaveOptions;
  onClose: () => void;
}

/** Confirmation dialog of a mutation; shows its error and stays open. */
export function ConfirmMutationDialog({
  title,
  text,
  confirmLabel,
  write,
  options,
  onClose,
}: ConfirmMutationDialogProps) {
  const translate = useTranslate();
  const { save, busy, problem } = useDialogSave();
  return (
    <ConfirmDialog
      open
      danger
      busy={busy}
      title={title}
      confirmLabel={translate(confirmLabel)}
      onConfirm={() => void save(write, { ...options, onSaved: onClose })}
      onClose={onClose}
    >
      {translate(text)}
      <SaveErrorAlert problem={problem} />
    </ConfirmDialog>
  );
}
