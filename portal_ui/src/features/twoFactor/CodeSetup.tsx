import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import { twoFactorCalls } from '../../api/twoFactor';
import type { AddedMethod } from '../../api/types';
import { copyText } from '../../core/ui/CopyChip';
import { TextSkeleton } from '../../core/ui/Skeletons';
import { SingleFieldForm, useErrorState } from './SingleFieldForm';
import { useNotifySuccess } from './useNotifySuccess';

type Props = { factorKey: string; cancelLabel?: string; onCancel: () => void; onAdded: (added: AddedMethod) => void };

/** Setup of an authenticator app: secret as QR code and text, and a first code. */
export function CodeSetup({ factorKey, cancelLabel, onCancel, onAdded }: Props) {
  const translate = useTranslate();
  const problem = useErrorState();
  const { data, error } = useQuery({
    // One secret per mount; it is not cached.
    queryKey: ['new-secret', factorKey, useId()],
    queryFn: () => twoFactorCalls.beginCode(factorKey),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  if (error) return <Alert severity="error">{problem(error)}</Alert>;
  if (!data) return <TextSkeleton lines={6} />;
  return (
    <SingleFieldForm
      field="code"
      label={translate('twoFactor.code.label')}
      submitLabel={translate('twoFactor.code.submit')}
      onCancel={onCancel}
      {...(cancelLabel === undefined ? {} : { cancelLabel })}
      onSubmit={async (code) => onAdded(await twoFactorCalls.addCode(factorKey, code))}
    >
      <Typography>{translate('twoFactor.code.scan')}</Typography>
      <Box
        component="img"
        src={data.picture}
        alt={translate('twoFactor.code.picture')}
        sx={{ width: 208, height: 208, justifySelf: 'center', borderRadius: 1 }}
      />
      <Secret secret={data.secret} />
      <Typography>{translate('twoFactor.code.enter')}</Typography>
    </SingleFieldForm>
  );
}

function Secret({ secret }: { secret: string }) {
  const translate = useTranslate();
  const notifySuccess = useNotifySuccess();
  const copy = () => copyText(secret).then(() => notifySuccess('twoFactor.code.copied'));
  return (
    <Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {translate('twoFactor.code.byHand')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography component="code" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
          {secret.match(/.{1,4}/g)?.join(' ')}
        </Typography>
        <Button size="small" variant="text" onClick={() => void copy()}>
          {translate('twoFactor.code.copy')}
        </Button>
      </Box>
    </Box>
  );
}
