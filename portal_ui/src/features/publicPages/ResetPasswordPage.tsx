import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'ra-core';
import { useMemo, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useParams } from 'react-router';
import { ApiError } from '../../api/errors';
import { call } from '../../api/http';
import { NewPasswordInput, newPasswordField } from '../../core/forms/inputs/NewPasswordInput';
import { applyServerErrors } from '../../core/forms/serverErrors';
import { useLocalizedPath } from '../../core/routing/links';
import { useNavigateIfCurrent } from '../../core/routing/useNavigateIfCurrent';
import { useErrorMessage } from '../../core/ui/errorMessage';
import { FormSkeleton } from '../../core/ui/Skeletons';
import { PublicLayout } from './PublicLayout';

/** Page of reset-password/:id. It sets a password with the key of an email and continues to the login. */
export default function ResetPasswordPage() {
  const { id: key = '' } = useParams();
  const translate = useTranslate();
  const message = useErrorMessage();
  const { isPending, error } = useQuery({
    queryKey: ['verify-action-key', key],
    queryFn: () => call<boolean>('PUT', '/api/v1/support/verify-action-key', { query: { key } }),
    retry: false,
    gcTime: 0,
  });
  return (
    <PublicLayout
      title={translate(error ? 'accountRequests.reset.dead' : 'accountRequests.reset.title')}
      text={error ? undefined : translate('accountRequests.reset.text')}
      maxWidth={520}
    >
      {error ? (
        <Alert severity="error">{message(error)}</Alert>
      ) : isPending ? (
        <FormSkeleton fields={2} />
      ) : (
        <PasswordForm actionKey={key} />
      )}
    </PublicLayout>
  );
}

function PasswordForm({ actionKey }: { actionKey: string }) {
  const translate = useTranslate();
  const notify = useNotify();
  const navigate = useNavigateIfCurrent();
  const path = useLocalizedPath();
  const message = useErrorMessage();
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm({ defaultValues: { newPassword: '', confirmPassword: '' } });
  const label = translate('accountRequests.reset.password');
  const field = useMemo(() => newPasswordField('newPassword', label), [label]);

  const submit = form.handleSubmit(async ({ newPassword }) => {
    setFailure(null);
    try {
      await call('PUT', '/api/v1/support/reset-password', { query: { key: actionKey }, body: { newPassword } });
    } catch (error) {
      const { fieldErrors } = applyServerErrors(form, error);
      if (!(error instanceof ApiError && Object.keys(fieldErrors).length > 0)) setFailure(error);
      return;
    }
    notify('accountRequests.reset.done', { type: 'success' });
    navigate(path('login'), { replace: true });
  });

  return (
    <FormProvider {...form}>
      <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
        <NewPasswordInput field={field} name="" record={undefined} />
        {failure !== null && <Alert severity="error">{message(failure)}</Alert>}
        <Button type="submit" variant="contained" color="primary" size="large" loading={form.formState.isSubmitting}>
          {translate('accountRequests.reset.submit')}
        </Button>
      </Box>
    </FormProvider>
  );
}
