import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { TextInput } from 'react-admin';
import { useParams } from 'react-router';
import { ApiError } from '../../api/errors';
import { call } from '../../api/http';
import { setupQuery } from '../../api/setup';
import { required, validatePhone } from '../../core/forms/validators';
import { ErrorState } from '../../core/ui/EmptyState';
import { useErrorMessage } from '../../core/ui/errorMessage';
import { FormSkeleton } from '../../core/ui/Skeletons';
import { NewPasswordForm } from './NewPasswordForm';
import { PublicLayout } from './PublicLayout';

/** Page of first-administrator/:id. It creates the first administrator with the key from the server console. */
export default function FirstAdministratorPage() {
  const { id: setupKey = '' } = useParams();
  const translate = useTranslate();
  const message = useErrorMessage();
  const { data, error } = useQuery(setupQuery);
  return (
    <PublicLayout
      title={translate('accountRequests.setup.title')}
      text={translate('accountRequests.setup.text')}
      maxWidth={520}
      // Without an administrator, a login is not possible yet.
      hasBack={data?.open === false}
    >
      {error ? (
        <Alert severity="error">{message(error)}</Alert>
      ) : !data ? (
        <FormSkeleton fields={5} />
      ) : data.open ? (
        <VerifiedForm setupKey={setupKey} />
      ) : (
        <Alert severity="info">{translate('accountRequests.setup.closed')}</Alert>
      )}
    </PublicLayout>
  );
}

/** Form for a verified key. An invalid link must not be reported only after the form is filled in. */
function VerifiedForm({ setupKey }: { setupKey: string }) {
  const translate = useTranslate();
  const { isPending, error, refetch } = useQuery({
    queryKey: ['verify-setup-key', setupKey],
    queryFn: () => call<boolean>('PUT', '/api/v1/setup/verify-key', { query: { key: setupKey } }),
    retry: false,
    // Each check of a wrong key counts as an attempt.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  if (error) {
    const status = error instanceof ApiError ? error.status : null;
    if (status === 410) return <Alert severity="error">{translate('accountRequests.setup.dead')}</Alert>;
    if (status === 404) return <Alert severity="info">{translate('accountRequests.setup.closed')}</Alert>;
    return <ErrorState error={error} onRetry={() => void refetch()} />;
  }
  return isPending ? <FormSkeleton fields={6} /> : <AdministratorForm setupKey={setupKey} />;
}

const phoneRules = [required, validatePhone];
const empty = { username: '', email: '', firstName: '', lastName: '', phone: '', password: '' };

function AdministratorForm({ setupKey }: { setupKey: string }) {
  return (
    <NewPasswordForm
      values={empty}
      source="password"
      submitLabel="accountRequests.setup.submit"
      successMessage="accountRequests.setup.done"
      onSave={(body) => call('POST', '/api/v1/setup/administrator', { query: { key: setupKey }, body })}
    >
      <TextInput source="username" label="login.username" autoComplete="username" validate={required} />
      <TextInput
        source="email"
        label="accountRequests.setup.email"
        type="email"
        autoComplete="email"
        validate={required}
      />
      <TextInput
        source="firstName"
        label="accountRequests.setup.firstName"
        autoComplete="given-name"
        validate={required}
      />
      <TextInput
        source="lastName"
        label="accountRequests.setup.lastName"
        autoComplete="family-name"
        validate={required}
      />
      <TextInput
        source="phone"
        label="accountRequests.setup.phone"
        type="tel"
        autoComplete="tel"
        validate={phoneRules}
        helperText="shipping.phoneHelp"
      />
    </NewPasswordForm>
  );
}
