import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { twoFactorCalls } from '../../api/twoFactor';
import type { AddedMethod } from '../../api/types';
import { SingleFieldForm } from './SingleFieldForm';
import { createPasskey, getNamedOrigin, getPasskeyObstacle } from './webauthn';

type Props = { factorKey: string; cancelLabel?: string; onCancel: () => void; onAdded: (added: AddedMethod) => void };

/** Setup of a named passkey (WebAuthn), or the reason why it is not possible. */
export function PasskeySetup({ factorKey, cancelLabel, onCancel, onAdded }: Props) {
  const translate = useTranslate();
  const obstacle = getPasskeyObstacle();
  if (obstacle) {
    return (
      <Box sx={{ display: 'grid', gap: 2, justifyItems: 'end' }}>
        <Alert severity="info" sx={{ width: '100%' }}>
          {translate(obstacle, { address: getNamedOrigin() })}
        </Alert>
        <Button variant="text" onClick={onCancel} autoFocus>
          {cancelLabel ?? translate('twoFactor.cancel')}
        </Button>
      </Box>
    );
  }
  const create = async (name: string) => {
    const { options } = await twoFactorCalls.beginPasskey(factorKey);
    onAdded(await twoFactorCalls.addPasskey(factorKey, name, await createPasskey(options)));
  };
  return (
    <SingleFieldForm
      field="name"
      label={translate('twoFactor.passkey.label')}
      initial={translate('twoFactor.passkey.suggested')}
      submitLabel={translate('twoFactor.passkey.submit')}
      onCancel={onCancel}
      {...(cancelLabel === undefined ? {} : { cancelLabel })}
      onSubmit={create}
    >
      <Typography>{translate('twoFactor.passkey.text')}</Typography>
    </SingleFieldForm>
  );
}
