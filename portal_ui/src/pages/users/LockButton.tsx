import LockOpenIcon from '@mui/icons-material/LockOpenOutlined';
import LockIcon from '@mui/icons-material/LockOutlined';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { useNotifyError } from '../../server/errorMessage';
import { call } from '../../server/http';
import type { Contact } from '../../server/types';
import { ConfirmDialog } from '../../shared/ConfirmDialog';
import { useFeedback } from '../../shared/feedback';
import { useUser } from './userContext';

/** Locks the user out, or lets them in again, when it is confirmed. */
export function LockButton() {
  const translate = useTranslate();
  const { profile, reload } = useUser();
  const { username, fullName: name, locked } = profile.contact;
  const [asking, setAsking] = useState(false);
  const feedback = useFeedback();
  const notifyError = useNotifyError();
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: () => call<Contact>('PUT', '/api/v1/contacts/lock', { query: { username, locked: !locked } }),
    onSuccess: async (contact) => {
      await reload(username);
      void client.invalidateQueries({ queryKey: ['contacts'] });
      feedback.success(translate(contact.locked ? 'users.lock.locked' : 'users.lock.unlocked', { name }));
    },
    onError: notifyError,
    onSettled: () => setAsking(false),
  });
  const word = (key: string) => translate(`users.lock.${locked ? 'off' : 'on'}.${key}`, { name });
  return (
    <>
      <Button startIcon={locked ? <LockOpenIcon /> : <LockIcon />} onClick={() => setAsking(true)}>
        {word('action')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={word('title')}
        confirmLabel={word('action')}
        danger={!locked}
        busy={change.isPending}
        onConfirm={() => change.mutate()}
        onClose={() => setAsking(false)}
      >
        {word('text')}
      </ConfirmDialog>
    </>
  );
}
