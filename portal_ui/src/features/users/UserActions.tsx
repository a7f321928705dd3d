import KeyOffIcon from '@mui/icons-material/KeyOffOutlined';
import LockOpenIcon from '@mui/icons-material/LockOpenOutlined';
import LockIcon from '@mui/icons-material/LockOutlined';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'ra-core';
import { type ReactNode, useState } from 'react';
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
  const notify = useNotify();
  const client = useQueryClient();
  const t = (key: string) => translate(`users.lock.${locked ? 'off' : 'on'}.${key}`, { name });
  const change = async () => {
    const contact = await call<Contact>('PUT', '/api/v1/contacts/lock', { query: { username, locked: !locked } });
    void client.invalidateQueries({ queryKey: ['contacts'] });
    onDone();
    notify(contact.locked ? 'users.lock.locked' : 'users.lock.unlocked', { type: 'success', messageArgs: { name } });
  };
  return (
    <ConfirmedAction
      icon={locked ? <LockOpenIcon /> : <LockIcon />}
      label={t('action')}
      title={t('title')}
      text={t('text')}
      danger={!locked}
      change={change}
    />
  );
}

/** Button to remove the two-factor authentication of a user after a confirmation. */
export function ResetTwoFactorButton({ user: { username, fullName: name }, onDone }: Props) {
  const translate = useTranslate();
  const notify = useNotify();
  const change = async () => {
    await call<true>('PUT', '/api/v1/second-factor/reset', { query: { username } });
    onDone();
    notify('users.factor.done', { type: 'success', messageArgs: { name } });
  };
  return (
    <ConfirmedAction
      icon={<KeyOffIcon />}
      label={translate('users.factor.reset')}
      title={translate('users.factor.title', { name })}
      text={translate('users.factor.text')}
      danger
      change={change}
    />
  );
}

interface ConfirmedActionProps {
  icon: ReactNode;
  label: string;
  title: string;
  text: string;
  danger: boolean;
  change: () => Promise<void>;
}

/** Button of an action that a dialog confirms. */
function ConfirmedAction({ icon, label, title, text, danger, change }: ConfirmedActionProps) {
  const [isConfirming, setConfirming] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: change,
    onError: useNotifyError(),
    onSettled: () => setConfirming(false),
  });
  return (
    <>
      <Button startIcon={icon} onClick={() => setConfirming(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title={title}
        confirmLabel={label}
        danger={danger}
        busy={isPending}
        onConfirm={() => mutate()}
        onClose={() => setConfirming(false)}
      >
        {text}
      </ConfirmDialog>
    </>
  );
}
