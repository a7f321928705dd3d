import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { beginSession } from '../../server/authProvider';
import type { LoginStep } from '../../server/types';
import { loginCalls } from './calls';
import { Enrolment } from './Enrolment';
import { FactorWords } from './FactorWords';
import { OneFieldForm, useProblem } from './OneFieldForm';
import { namedAddress, provePasskey, whyNoPasskeys } from './webauthn';

type Props = { step: LoginStep; onBack: () => void };
type Means = LoginStep['means'][number] | 'RECOVERY';

/** What a login asks after the password: a code, a passkey, a recovery code; or to set one of them up. */
export default function SecondStep({ step, onBack }: Props) {
  return (
    <FactorWords>
      <Box sx={{ display: 'grid', gap: 2, width: '100%', maxWidth: 400 }}>
        {step.step === 'ENROL' ? <Enrolment factorKey={step.key} /> : <Verification step={step} />}
        <Back onBack={onBack} />
      </Box>
    </FactorWords>
  );
}

function Back({ onBack }: { onBack: () => void }) {
  const translate = useTranslate();
  return (
    <Button variant="text" onClick={onBack} sx={{ justifySelf: 'start', '@media print': { display: 'none' } }}>
      {translate('factors.login.back')}
    </Button>
  );
}

function Verification({ step: { key, means } }: { step: LoginStep }) {
  const translate = useTranslate();
  const passkeys = means.includes('PASSKEY');
  const [chosen, setChosen] = useState<Means>(
    passkeys && whyNoPasskeys() === null ? 'PASSKEY' : (means[0] ?? 'RECOVERY'),
  );
  const others: [Means, string][] = [
    ['PASSKEY', 'factors.login.usePasskey'],
    ['CODE', 'factors.login.usesCode'],
    ['RECOVERY', 'factors.login.recovery'],
  ];
  const offered = others.filter(([each]) => each !== chosen && (each === 'RECOVERY' || means.includes(each)));
  return (
    <>
      <Typography variant="h1">{translate('factors.login.title')}</Typography>
      {chosen === 'PASSKEY' ? (
        <ByPasskey stepKey={key} />
      ) : (
        <ByCode key={chosen} stepKey={key} recovery={chosen === 'RECOVERY'} />
      )}
      <Box sx={{ display: 'grid', justifyItems: 'start', gap: 0.5 }}>
        {offered.map(([each, label]) => (
          <Button key={each} variant="text" onClick={() => setChosen(each)}>
            {translate(label)}
          </Button>
        ))}
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {translate('factors.login.lost')}
      </Typography>
    </>
  );
}

function ByCode({ stepKey, recovery }: { stepKey: string; recovery: boolean }) {
  const translate = useTranslate();
  return (
    <OneFieldForm
      field="code"
      label={translate(recovery ? 'factors.login.recoveryLabel' : 'factors.login.label')}
      submitLabel={translate('factors.login.submit')}
      onSubmit={async (code) => beginSession(await loginCalls.withCode(stepKey, code))}
    >
      <Typography>{translate(recovery ? 'factors.login.recoveryText' : 'factors.login.code')}</Typography>
    </OneFieldForm>
  );
}

function ByPasskey({ stepKey }: { stepKey: string }) {
  const translate = useTranslate();
  const problem = useProblem();
  const [state, setState] = useState<{ busy: boolean; failure: string | null }>({ busy: false, failure: null });
  const why = whyNoPasskeys();
  if (why) return <Alert severity="info">{translate(why, { address: namedAddress() })}</Alert>;
  const prove = async () => {
    setState({ busy: true, failure: null });
    try {
      const { key, options } = await loginCalls.passkeyOptions(stepKey);
      beginSession(await loginCalls.withPasskey(key, await provePasskey(options)));
    } catch (error) {
      setState({ busy: false, failure: problem(error) });
    }
  };
  return (
    <>
      <Typography>{translate('factors.login.passkey')}</Typography>
      {state.failure !== null && <Alert severity="error">{state.failure}</Alert>}
      <Button variant="contained" color="primary" onClick={() => void prove()} loading={state.busy} autoFocus>
        {translate('factors.login.usePasskey')}
      </Button>
    </>
  );
}
