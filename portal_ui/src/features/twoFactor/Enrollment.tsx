import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { startLogin } from '../../api/authProvider';
import type { AddedMethod } from '../../api/types';
import { CodeSetup } from './CodeSetup';
import { PasskeySetup } from './PasskeySetup';
import { RecoveryCodes } from './RecoveryCodes';

const kinds = ['code', 'passkey'] as const;
type Kind = (typeof kinds)[number];

/** Enrollment in two-factor authentication during login: method, setup, recovery codes. */
export function Enrollment({ factorKey }: { factorKey: string }) {
  const translate = useTranslate();
  const [kind, setKind] = useState<Kind | null>(null);
  const [added, setAdded] = useState<AddedMethod | null>(null);
  const enter = ({ session }: AddedMethod) => {
    if (session) startLogin(session);
  };
  if (added?.recoveryCodes) {
    return (
      <RecoveryCodes
        codes={added.recoveryCodes}
        doneLabel={translate('twoFactor.login.enrolled')}
        onDone={() => enter(added)}
      />
    );
  }
  const setup = {
    factorKey,
    cancelLabel: translate('twoFactor.back'),
    onCancel: () => setKind(null),
    onAdded: (done: AddedMethod) => (done.recoveryCodes ? setAdded(done) : enter(done)),
  };
  return (
    <>
      <Typography variant="h1">
        {translate(kind === null ? 'twoFactor.login.enrol' : `twoFactor.${kind}.title`)}
      </Typography>
      {kind === 'code' ? (
        <CodeSetup {...setup} />
      ) : kind === 'passkey' ? (
        <PasskeySetup {...setup} />
      ) : (
        <>
          <Typography>{translate('twoFactor.login.enrolText')}</Typography>
          {kinds.map((each) => (
            <Box key={each} sx={{ display: 'grid', gap: 0.5, justifyItems: 'start' }}>
              <Button variant="outlined" onClick={() => setKind(each)} autoFocus={each === 'code'}>
                {translate(each === 'code' ? 'twoFactor.code.setUp' : 'twoFactor.passkey.add')}
              </Button>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {translate(`twoFactor.${each}.none`)}
              </Typography>
            </Box>
          ))}
        </>
      )}
    </>
  );
}
