import { useTranslate } from 'ra-core';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../shared/ConfirmDialog';

/** Closing a dialog that may hold what is not saved: asks first. `question` stands beside the dialog. */
export function useAskedClose(isDirty: () => boolean, onClose: () => void): { close: () => void; question: ReactNode } {
  const translate = useTranslate();
  const [asks, setAsks] = useState(false);
  const question = (
    <ConfirmDialog
      open={asks}
      danger
      title={translate('process.leave.title')}
      confirmLabel={translate('process.leave.discard')}
      cancelLabel={translate('process.leave.stay')}
      onClose={() => setAsks(false)}
      onConfirm={onClose}
    >
      {translate('process.leave.text')}
    </ConfirmDialog>
  );
  return { close: () => (isDirty() ? setAsks(true) : onClose()), question };
}
