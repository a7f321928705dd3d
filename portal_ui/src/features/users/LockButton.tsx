import LockOpenIcon from '@mui/icons-material/LockOpenOutlined';
import LockIcon from '@mui/icons-material/LockOutlined';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'ra-core';
import { useState } from 'react';
import { call } from '../../api/http';
import type { Contact } from '../../api/types';
import { ConfirmDialog } from '../../core/ui/ConfirmDialog';
import { useNotifyError } from '../../core/ui/errorMessage';
import type { UserRow } from './useUserRow';

type Props = { user: UserRow; onDone: () => void };

/** Button to lock or unlock a user after a confirmation. */
export function LockButton({ user, onDone }: Props) {
  const { username, fullName: name, locked } = user;
  const translate = useTranslate();
  const [isConfirming, setConfirming] = useState(false);
  const notify = useNotify();
  const notifyError = useNotifyError();
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: () => call<Contact>('PUT', '/api/v1/contacts/lock', { query: { username, locked: !locked } }),
    onSuccess: (contact) => {
      void client.invalidateQueries({ queryKey: ['contacts'] });
      onDone();
      notify(contact.locked ? 'users.lock.locked' : 'users.lock.unlocked', { type: 'success', messageArgs: { name } });
    },
    onError: notifyError,
    onSettled: () => setConfirming(false),
  });
  const t = (key: string) => translate(`users.lock.${locked ? 'off' : 'on'}.${key}`, { name });
  return (
    <>
      <Button startIcon={locked ? <LockOpenIcon /> : <LockIcon />} onClick={() => setConfirming(true)}>
        {t('action')}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title={t('title')}
        confirmLabel={t('action')}
        danger={!locked}
        busy={change.isPending}
        onConfirm={() => change.mutate()}
        onClose={() => setConfirming(false)}
      >
        {t('text')}
      </ConfirmDialog>
    </>
  );
}
