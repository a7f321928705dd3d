import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { startLogin } from '../../api/authProvider';
import { loginCalls } from '../../api/twoFactor';
import type { LoginStep } from '../../api/types';
import { Enrollment } from './Enrollment';
import { FactorVerification } from './FactorVerification';
import { TwoFactorMessages } from './TwoFactorMessages';

type Props = { step: LoginStep; onBack: () => void };

/** Second step of a login: verification, or setup of a required method. */
export default function TwoFactorLogin({ step, onBack }: Props) {
  return (
    <TwoFactorMessages>
      <Box sx={{ display: 'grid', gap: 2, width: '100%', maxWidth: 400 }}>
        {step.step === 'ENROL' ? <Enrollment factorKey={step.key} /> : <Verification step={step} />}
        <Back onBack={onBack} />
      </Box>
    </TwoFactorMessages>
  );
}

function Back({ onBack }: { onBack: () => void }) {
  const translate = useTranslate();
  return (
    <Button variant="text" onClick={onBack} sx={{ justifySelf: 'start', '@media print': { display: 'none' } }}>
      {translate('twoFactor.login.back')}
    </Button>
  );
}

function Verification({ step }: { step: LoginStep }) {
  const translate = useTranslate();
  return (
    <>
      <Typography variant="h1">{translate('twoFactor.login.title')}</Typography>
      <FactorVerification
        step={step}
        submitLabel={translate('twoFactor.login.submit')}
        onCode={async (code) => startLogin(await loginCalls.withCode(step.key, code))}
        onPasskey={async (key, credential) => startLogin(await loginCalls.withPasskey(key, credential))}
      />
    </>
  );
}
