import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { loginCalls } from '../../api/twoFactor';
import type { LoginStep } from '../../api/types';
import { SingleFieldForm, useErrorState } from './SingleFieldForm';
import { getNamedOrigin, getPasskeyObstacle, verifyPasskey } from './webauthn';

type Props = {
  step: LoginStep;
  submitLabel: string;
  onCode: (code: string) => Promise<void>;
  onPasskey: (key: string, credential: string) => Promise<void>;
  onCancel?: () => void;
};
type Method = LoginStep['means'][number] | 'RECOVERY';

/** Second step of a login: code, passkey or recovery code. */
export function FactorVerification({ step: { key, means }, onPasskey, ...codes }: Props) {
  const translate = useTranslate();
  const passkeys = means.includes('PASSKEY');
  const [chosen, setChosen] = useState<Method>(
    passkeys && getPasskeyObstacle() === null ? 'PASSKEY' : (means[0] ?? 'RECOVERY'),
  );
  const alternatives: [Method, string][] = [
    ['PASSKEY', 'twoFactor.login.usePasskey'],
    ['CODE', 'twoFactor.login.usesCode'],
    ['RECOVERY', 'twoFactor.login.recovery'],
  ];
  const offered = alternatives.filter(([each]) => each !== chosen && (each === 'RECOVERY' || means.includes(each)));
  return (
    <>
      {chosen === 'PASSKEY' ? (
        <PasskeyForm stepKey={key} onPasskey={onPasskey} onCancel={codes.onCancel} />
      ) : (
        <CodeForm key={chosen} recovery={chosen === 'RECOVERY'} {...codes} />
      )}
      <Box sx={{ display: 'grid', justifyItems: 'start', gap: 0.5 }}>
        {offered.map(([each, label]) => (
          <Button key={each} variant="text" onClick={() => setChosen(each)}>
            {translate(label)}
          </Button>
        ))}
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {translate('twoFactor.login.lost')}
      </Typography>
    </>
  );
}

type CodeProps = Pick<Props, 'submitLabel' | 'onCode' | 'onCancel'> & { recovery: boolean };

function CodeForm({ recovery, submitLabel, onCode, onCancel }: CodeProps) {
  const translate = useTranslate();
  return (
    <SingleFieldForm
      field="code"
      label={translate(recovery ? 'twoFactor.login.recoveryLabel' : 'twoFactor.login.label')}
      submitLabel={submitLabel}
      {...(onCancel ? { onCancel } : {})}
      onSubmit={onCode}
    >
      <Typography>{translate(recovery ? 'twoFactor.login.recoveryText' : 'twoFactor.login.code')}</Typography>
    </SingleFieldForm>
  );
}

type PasskeyProps = Pick<Props, 'onPasskey'> & { stepKey: string; onCancel: Props['onCancel'] | undefined };

function PasskeyForm({ stepKey, onPasskey, onCancel }: PasskeyProps) {
  const translate = useTranslate();
  const problem = useErrorState();
  const [state, setState] = useState<{ busy: boolean; failure: string | null }>({ busy: false, failure: null });
  const obstacle = getPasskeyObstacle();
  if (obstacle) return <Alert severity="info">{translate(obstacle, { address: getNamedOrigin() })}</Alert>;
  const verify = async () => {
    setState({ busy: true, failure: null });
    try {
      const { key, options } = await loginCalls.passkeyOptions(stepKey);
      await onPasskey(key, await verifyPasskey(options));
    } catch (error) {
      setState({ busy: false, failure: problem(error) });
    }
  };
  return (
    <>
      <Typography>{translate('twoFactor.login.passkey')}</Typography>
      {state.failure !== null && <Alert severity="error">{state.failure}</Alert>}
      <Button variant="contained" color="primary" onClick={() => void verify()} loading={state.busy} autoFocus>
        {translate('twoFactor.login.usePasskey')}
      </Button>
      {onCancel && (
        <Button variant="text" onClick={onCancel} disabled={state.busy}>
          {translate('twoFactor.cancel')}
        </Button>
      )}
    </>
  );
}
