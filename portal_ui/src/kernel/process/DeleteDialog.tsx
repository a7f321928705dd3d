import { useTranslate } from 'ra-core';
import { ConfirmDialog } from '../../shared/ConfirmDialog';
import { ProblemAlert } from '../saving/ProblemAlert';
import { useProcess } from './processContext';
import { useDialogSave } from './useDialogSave';
import { useLeaveRemoved } from './useRemove';

/** Asks before the request is taken off every list. */
export function DeleteDialog({ onClose }: { onClose: () => void }) {
  const { kind, record } = useProcess();
  const { save, busy, problem } = useDialogSave();
  const { done, leave } = useLeaveRemoved();
  const translate = useTranslate();
  const remove = async () => {
    const write = kind.remove?.(record);
    if (write) await save(write, { ...done, leave: true, onSaved: leave });
  };
  return (
    <ConfirmDialog
      open
      danger
      busy={busy}
      title={translate('process.delete.title', { number: record.number })}
      confirmLabel={translate('process.delete.confirm')}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      {translate('process.delete.text')}
      <ProblemAlert problem={problem} />
    </ConfirmDialog>
  );
}
