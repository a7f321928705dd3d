import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useNotify, useTranslate } from 'ra-core';
import { type FormEvent, useId, useState } from 'react';
import { TextInput } from 'react-admin';
import { FormProvider, useForm } from 'react-hook-form';
import { call } from '../../api/http';
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

/** Dialog to request a password reset link, or the usernames of an email address. */
export default function PasswordResetDialog({ forgotten, onClose }: { forgotten: Forgotten; onClose: () => void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const message = useErrorMessage();
  const titleId = useId();
  const [error, setError] = useState<unknown>(null);
  const { field, label, path, rule } = requestByKind[forgotten];
  // Validate on blur: the button is disabled until the value is valid, so errors must show before.
  const form = useForm({ mode: 'onTouched', defaultValues: { [field]: '' } });
  const { isSubmitting } = form.formState;
  const typed = String(form.watch(field) ?? '').trim();
  const isRight = typed !== '' && rule(typed) === undefined;

  const send = form.handleSubmit(async () => {
    if (!isRight) return;
    setError(null);
    try {
      await call('PUT', `/api/v1/support/${path}`, { query: { [field]: typed } });
    } catch (failure) {
      setError(failure);
      form.setFocus(field, { shouldSelect: true });
      return;
    }
    notify(`accountRequests.${forgotten}.sent`, { type: 'success' });
    onClose();
  });
  const submit = (event: FormEvent) => {
    // React events bubble from the dialog's portal to the login form.
    event.stopPropagation();
    void send(event);
  };

  return (
    <Dialog open onClose={isSubmitting ? undefined : onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>{translate(`accountRequests.${forgotten}.title`)}</DialogTitle>
      <FormProvider {...form}>
        <form noValidate onSubmit={submit} style={{ display: 'contents' }}>
          <DialogContent sx={{ display: 'grid', gap: 2 }}>
            <Typography sx={{ color: 'text.secondary' }}>{translate(`accountRequests.${forgotten}.text`)}</Typography>
            <TextInput
              source={field}
              label={label}
              type={field === 'email' ? 'email' : 'text'}
              autoComplete={field}
              validate={rule}
              autoFocus
            />
            {error !== null && <Alert severity="error">{message(error)}</Alert>}
          </DialogContent>
          <DialogActions>
            <Button variant="text" onClick={onClose} disabled={isSubmitting}>
              {translate('shared.cancel')}
            </Button>
            <Button type="submit" variant="contained" color="primary" disabled={!isRight} loading={isSubmitting}>
              {translate(`accountRequests.${forgotten}.submit`)}
            </Button>
          </DialogActions>
        </form>
      </FormProvider>
    </Dialog>
  );
}
