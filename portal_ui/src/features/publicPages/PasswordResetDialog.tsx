import Typography from '@mui/material/Typography';
import { useNotify, useTranslate } from 'ra-core';
import { useState } from 'react';
import { TextInput } from 'react-admin';
import { call } from '../../api/http';
import { PortalFormDialog } from '../../core/forms/FormDialog';
import type { SaveError } from '../../core/forms/saveError';
import type { PortalFormState } from '../../core/forms/usePortalForm';
import { validateEmail, validateUsername } from '../../core/forms/validators';
import { useErrorMessage } from '../../core/ui/errorMessage';

export type Forgotten = 'password' | 'username';

const requestByKind = {
  password: { field: 'username', label: 'login.username', path: 'request-reset-password', rule: validateUsername },
  username: {
    field: 'email',
    label: 'accountRequests.username.email',
    path: 'request-username-by-email',
    rule: validateEmail,
  },
} as const;

type FormValues = Record<string, string>;

/** Dialog to request a password reset link, or the usernames of an email address. */
export default function PasswordResetDialog({ forgotten, onClose }: { forgotten: Forgotten; onClose: () => void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const getMessage = useErrorMessage();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<SaveError | null>(null);
  const { field, label, path, rule } = requestByKind[forgotten];
  const getTyped = (values: FormValues) => values[field]?.trim() ?? '';
  const send = async (values: FormValues, { form }: PortalFormState<FormValues>) => {
    setProblem(null);
    setBusy(true);
    try {
      await call('PUT', `/api/v1/support/${path}`, { query: { [field]: getTyped(values) } });
    } catch (error) {
      // Not the message of a failed save: nothing is saved here.
      setProblem({ kind: 'refused', message: getMessage(error), details: [] });
      form.setFocus(field, { shouldSelect: true });
      setBusy(false);
      return;
    }
    notify(`accountRequests.${forgotten}.sent`, { type: 'success' });
    onClose();
  };
  return (
    <PortalFormDialog<FormValues>
      title={translate(`accountRequests.${forgotten}.title`)}
      submitLabel={translate(`accountRequests.${forgotten}.submit`)}
      maxWidth="xs"
      problem={problem}
      busy={busy}
      onClose={onClose}
      // Validate on blur: the button is disabled until the value is valid, so errors must show before.
      form={{ values: { [field]: '' }, mode: 'onTouched', confirmsLeaving: false, onSave: send }}
      disabled={(values) => getTyped(values) === '' || rule(getTyped(values)) !== undefined}
    >
      <Typography sx={{ color: 'text.secondary' }}>{translate(`accountRequests.${forgotten}.text`)}</Typography>
      <TextInput
        source={field}
        label={label}
        type={field === 'email' ? 'email' : 'text'}
        autoComplete={field}
        validate={rule}
        autoFocus
      />
    </PortalFormDialog>
  );
}
