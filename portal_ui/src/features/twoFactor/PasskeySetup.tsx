import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { factorCalls } from '../../api/twoFactor';
import type { AddedFactor } from '../../api/types';
import { OneFieldForm } from './SingleFieldForm';
import { makePasskey, namedAddress, whyNoPasskeys } from './webauthn';

type Props = { factorKey: string; cancelLabel?: string; onCancel: () => void; onAdded: (added: AddedFactor) => void };

/** A passkey under a name, made by the browser; where it cannot be, why. */
export function PasskeySetup({ factorKey, cancelLabel, onCancel, onAdded }: Props) {
  const translate = useTranslate();
  const why = whyNoPasskeys();
  if (why) {
    return (
      <Box sx={{ display: 'grid', gap: 2, justifyItems: 'end' }}>
        <Alert severity="info" sx={{ width: '100%' }}>
          {translate(why, { address: namedAddress() })}
        </Alert>
        <Button variant="text" onClick={onCancel} autoFocus>
          {cancelLabel ?? translate('factors.cancel')}
        </Button>
      </Box>
    );
  }
  const create = async (name: string) => {
    const { options } = await factorCalls.beginPasskey(factorKey);
    onAdded(await factorCalls.addPasskey(factorKey, name, await makePasskey(options)));
  };
  return (
    <OneFieldForm
      field="name"
      label={translate('factors.passkey.label')}
      initial={translate('factors.passkey.suggested')}
      submitLabel={translate('factors.passkey.submit')}
      onCancel={onCancel}
      {...(cancelLabel === undefined ? {} : { cancelLabel })}
      onSubmit={create}
    >
      <Typography>{translate('factors.passkey.text')}</Typography>
    </OneFieldForm>
  );
}
