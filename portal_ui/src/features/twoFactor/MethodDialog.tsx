import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import { twoFactorCalls } from '../../api/twoFactor';
import type { AddedMethod, LoginStep } from '../../api/types';
import { CodeSetup } from './CodeSetup';
import { FactorVerification } from './FactorVerification';
import { PasskeySetup } from './PasskeySetup';
import { RecoveryCodes } from './RecoveryCodes';
import { SingleFieldForm } from './SingleFieldForm';
import { useNotifySuccess } from './useNotifySuccess';

type Props = {
  task: MethodTask;
  /** True if the user has two-factor authentication, which must confirm the change. */
  hasFactor: boolean;
  onClose: () => void;
};

/** Change to make. */
export type MethodTask =
  | { kind: 'code' }
  | { kind: 'passkey' }
  | { kind: 'renew' }
  | { kind: 'remove'; name: string; passkey: number | null };

/** Dialog to change two-factor authentication. Steps: password, current method, change, new recovery codes if any. */
export function MethodDialog({ task, hasFactor, onClose }: Props) {
  const translate = useTranslate();
  const notifySuccess = useNotifySuccess();
  const titleId = useId();
  const [step, setStep] = useState<LoginStep | null>(null);
  const [key, setKey] = useState<string | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);

  const finish = (messageKey: string, name = '') => {
    notifySuccess(messageKey, { name });
    onClose();
  };
  const handleAdded = ({ recoveryCodes }: AddedMethod) => {
    if (recoveryCodes) setCodes(recoveryCodes);
    else finish(`twoFactor.${task.kind === 'passkey' ? 'passkey' : 'code'}.added`);
  };
  const begin = async (password: string) => {
    const response = await twoFactorCalls.key(password);
    if ('step' in response) setStep(response);
    else await applyChange(response.key);
  };
  const applyChange = async (confirmationKey: string) => {
    if (task.kind === 'renew') setCodes(await twoFactorCalls.renewCodes(confirmationKey));
    else if (task.kind === 'remove') {
      await twoFactorCalls.remove(confirmationKey, task.passkey);
      finish('twoFactor.remove.done', task.name);
    } else setKey(confirmationKey);
  };
  const submit = task.kind === 'remove' ? 'twoFactor.remove.submit' : 'twoFactor.continue';
  const setup = { factorKey: key ?? '', onCancel: onClose, onAdded: handleAdded };
  return (
    // A click on the backdrop must not close the dialog: recovery codes are shown only once.
    <Dialog open onClose={codes ? undefined : onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>{useTitle(task)}</DialogTitle>
      <DialogContent>
        {codes ? (
          <RecoveryCodes codes={codes} doneLabel={translate('twoFactor.recovery.kept')} onDone={onClose} />
        ) : step && key === null ? (
          <Box sx={{ display: 'grid', gap: 2 }}>
            <FactorVerification
              step={step}
              submitLabel={translate(submit)}
              onCode={async (code) => applyChange((await twoFactorCalls.confirmWithCode(step.key, code)).key)}
              onPasskey={async (stepKey, credential) =>
                applyChange((await twoFactorCalls.confirmWithPasskey(stepKey, credential)).key)
              }
              onCancel={onClose}
            />
          </Box>
        ) : key === null ? (
          <SingleFieldForm
            field="currentPassword"
            label={translate('twoFactor.password')}
            submitLabel={translate(hasFactor ? 'twoFactor.continue' : submit)}
            danger={task.kind === 'remove' && !hasFactor}
            onCancel={onClose}
            onSubmit={begin}
          >
            <Before task={task} />
          </SingleFieldForm>
        ) : task.kind === 'code' ? (
          <CodeSetup {...setup} />
        ) : (
          <PasskeySetup {...setup} />
        )}
      </DialogContent>
    </Dialog>
  );
}

function useTitle(task: MethodTask): string {
  const translate = useTranslate();
  switch (task.kind) {
    case 'remove':
      return translate('twoFactor.remove.title', { name: task.name });
    case 'renew':
      return translate('twoFactor.recovery.renewTitle');
    default:
      return translate(`twoFactor.${task.kind}.title`);
  }
}

function Before({ task }: { task: MethodTask }) {
  const translate = useTranslate();
  if (task.kind === 'code' || task.kind === 'passkey') return null;
  return (
    <Typography>
      {translate(task.kind === 'renew' ? 'twoFactor.recovery.renewText' : 'twoFactor.remove.text')}
    </Typography>
  );
}
