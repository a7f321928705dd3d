import { useTranslate } from 'ra-core';
import type { RequestUpdate } from '../../api/requests';
import { ProblemAlert } from '../forms/SaveErrorAlert';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { type SaveOptions, useDialogSave } from './useProcessUpdater';

interface ConfirmWriteProps {
  title: string;
  /** Keys of what is asked, and of what the button says. */
  text: string;
  confirmLabel: string;
  write: RequestUpdate;
  options: SaveOptions;
  onClose: () => void;
}

/** Asks before something is taken away, and sends it; where that fails it says why and stays. */
export function ConfirmWrite({ title, text, confirmLabel, write, options, onClose }: ConfirmWriteProps) {
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
      <ProblemAlert problem={problem} />
    </ConfirmDialog>
  );
}
