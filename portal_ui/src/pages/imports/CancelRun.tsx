import { useNotify, useTranslate } from 'ra-core';
import { cancelRun } from '../../kernel/imports/calls';
import type { Run } from '../../kernel/imports/types';
import { useKeepRun } from '../../kernel/imports/useRun';
import { useNotifyError } from '../../server/errorMessage';
import { TwoClickButton } from '../../shared/TwoClickButton';

/** Gives an import up before anything was written. */
export function CancelRun({ run }: { run: Run }) {
  const translate = useTranslate();
  const keep = useKeepRun();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const cancel = async () => {
    try {
      keep(await cancelRun(run));
      const text = translate('imports.cancelled.title');
      notify(text, { type: 'info', messageArgs: { _: text } });
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <TwoClickButton
      variant="text"
      label={translate('imports.cancel')}
      confirmLabel={translate('imports.cancelSure')}
      onConfirm={cancel}
    />
  );
}
