import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import { SingleFieldForm } from '../twoFactor/SingleFieldForm';
import { TwoFactorMessages } from '../twoFactor/TwoFactorMessages';

type Props = { title: string; onEnd: (currentPassword: string) => Promise<void>; onClose: () => void };

/** Password dialog to end other sessions, in case the device was left unlocked. */
export default function EndSessionDialog(props: Props) {
  return (
    <TwoFactorMessages>
      <EndSession {...props} />
    </TwoFactorMessages>
  );
}

function EndSession({ title, onEnd, onClose }: Props) {
  const translate = useTranslate();
  const titleId = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        <SingleFieldForm
          field="currentPassword"
          label={translate('twoFactor.password')}
          submitLabel={translate('users.sessions.end')}
          danger
          onCancel={onClose}
          onSubmit={onEnd}
        />
      </DialogContent>
    </Dialog>
  );
}
