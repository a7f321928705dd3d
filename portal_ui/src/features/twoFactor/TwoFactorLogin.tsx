import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { beginSession } from '../../api/authProvider';
import { loginCalls } from '../../api/twoFactor';
import type { LoginStep } from '../../api/types';
import { Enrolment } from './Enrollment';
import { FactorProof } from './FactorVerification';
import { FactorWords } from './TwoFactorMessages';

type Props = { step: LoginStep; onBack: () => void };

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

function Verification({ step }: { step: LoginStep }) {
  const translate = useTranslate();
  return (
    <>
      <Typography variant="h1">{translate('factors.login.title')}</Typography>
      <FactorProof
        step={step}
        submitLabel={translate('factors.login.submit')}
        onCode={async (code) => beginSession(await loginCalls.withCode(step.key, code))}
        onPasskey={async (key, credential) => beginSession(await loginCalls.withPasskey(key, credential))}
      />
    </>
  );
}
