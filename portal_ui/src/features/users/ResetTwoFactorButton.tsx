import KeyOffIcon from '@mui/icons-material/KeyOffOutlined';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'ra-core';
import { useState } from 'react';
import { call } from '../../api/http';
import { ConfirmDialog } from '../../core/ui/ConfirmDialog';
import { useNotifyError } from '../../core/ui/errorMessage';
import type { UserRow } from './useUserRow';

/** Button to remove the two-factor authentication of a user after a confirmation. */
export function ResetTwoFactorButton({ user, onDone }: { user: UserRow; onDone: () => void }) {
  const { username, fullName: name } = user;
  const translate = useTranslate();
  const notify = useNotify();
  const onError = useNotifyError();
  const [isConfirming, setConfirming] = useState(false);
  const reset = useMutation({
    mutationFn: () => call<true>('PUT', '/api/v1/second-factor/reset', { query: { username } }),
    onSuccess: () => {
      onDone();
      notify('users.factor.done', { type: 'success', messageArgs: { name } });
    },
    onError,
    onSettled: () => setConfirming(false),
  });
  return (
    <>
      <Button startIcon={<KeyOffIcon />} onClick={() => setConfirming(true)}>
        {translate('users.factor.reset')}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title={translate('users.factor.title', { name })}
        confirmLabel={translate('users.factor.reset')}
        danger
        busy={reset.isPending}
        onConfirm={() => reset.mutate()}
        onClose={() => setConfirming(false)}
      >
        {translate('users.factor.text')}
      </ConfirmDialog>
    </>
  );
}
