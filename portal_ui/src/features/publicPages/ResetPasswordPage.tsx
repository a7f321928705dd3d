import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useParams, useSearchParams } from 'react-router';
import { call } from '../../api/http';
import { useErrorMessage } from '../../core/ui/errorMessage';
import { FormSkeleton } from '../../core/ui/Skeletons';
import { NewPasswordForm } from './NewPasswordForm';
import { PublicLayout } from './PublicLayout';

/**
 * Page of reset-password/:id. It sets a password with the key of an email and continues to the login. The link of an
 * invitation says so, since the server's response does not.
 */
export default function ResetPasswordPage() {
  const { id: key = '' } = useParams();
  const [params] = useSearchParams();
  const kind = params.has('invited') ? 'invitation' : 'reset';
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
      title={translate(error ? 'accountRequests.reset.dead' : `accountRequests.${kind}.title`)}
      text={error ? undefined : translate(`accountRequests.${kind}.text`)}
      maxWidth={520}
    >
      {error ? (
        <Alert severity="error">{message(error)}</Alert>
      ) : isPending ? (
        <FormSkeleton fields={2} />
      ) : (
        <NewPasswordForm
          values={{ newPassword: '' }}
          source="newPassword"
          submitLabel={`accountRequests.${kind}.submit`}
          successMessage="accountRequests.reset.done"
          onSave={(body) => call('PUT', '/api/v1/support/reset-password', { query: { key }, body })}
        />
      )}
    </PublicLayout>
  );
}
