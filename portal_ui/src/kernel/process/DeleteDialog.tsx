import { useTranslate } from 'ra-core';
import { useContext } from 'react';
import { useNavigate } from 'react-router';
import { ConfirmDialog } from '../../shared/ConfirmDialog';
import { usePath } from '../../shared/links';
import { useProcess } from './processContext';
import { UnsavedContext } from './unsaved';
import { useProcessSave } from './useSaveDesk';

/** Asks before the request is taken off every list, then goes back to the list. */
export function DeleteDialog({ onClose }: { onClose: () => void }) {
  const { kind, record } = useProcess();
  const { run, busy } = useProcessSave();
  const forms = useContext(UnsavedContext);
  const translate = useTranslate();
  const navigate = useNavigate();
  const path = usePath();
  const remove = async () => {
    const write = kind.remove?.(record);
    const leave = () => {
      forms.discardAll();
      void navigate(path(kind.list), { replace: true });
    };
    if (write) await run(write, { done: translate(`${kind.words}.deleted`), instead: leave });
    onClose();
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
    </ConfirmDialog>
  );
}
