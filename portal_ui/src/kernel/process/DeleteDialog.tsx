import { useTranslate } from 'ra-core';
import { ConfirmDialog } from '../../shared/ConfirmDialog';
import { useProcess } from './processContext';
import { useRemove } from './useRemove';
import { useProcessSave } from './useSaveDesk';

/** Asks before the request is taken off every list. */
export function DeleteDialog({ onClose }: { onClose: () => void }) {
  const { record } = useProcess();
  const { busy } = useProcessSave();
  const remove = useRemove();
  const translate = useTranslate();
  return (
    <ConfirmDialog
      open
      danger
      busy={busy}
      title={translate('process.delete.title', { number: record.number })}
      confirmLabel={translate('process.delete.confirm')}
      onConfirm={() => void remove().then(onClose)}
      onClose={onClose}
    >
      {translate('process.delete.text')}
    </ConfirmDialog>
  );
}
