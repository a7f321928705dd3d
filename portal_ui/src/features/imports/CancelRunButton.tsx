import { useNotify, useTranslate } from 'ra-core';
import { cancelRun, type Run } from '../../api/imports';
import { ConfirmOnSecondClickButton } from '../../core/ui/ConfirmOnSecondClickButton';
import { useNotifyError } from '../../core/ui/errorMessage';
import { useSetRun } from './useRun';

/** Button to cancel an import before rows are written. */
export function CancelRunButton({ run }: { run: Run }) {
  const translate = useTranslate();
  const setRun = useSetRun();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const cancel = async () => {
    try {
      setRun(await cancelRun(run));
      const text = translate('imports.cancelled.title');
      notify(text, { type: 'info', messageArgs: { _: text } });
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <ConfirmOnSecondClickButton
      variant="text"
      label={translate('imports.cancel')}
      confirmLabel={translate('imports.cancelSure')}
      onConfirm={cancel}
    />
  );
}
