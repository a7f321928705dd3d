import Alert from '@mui/material/Alert';
import { useTranslate } from 'ra-core';
import { useWatch } from 'react-hook-form';
import { NewPasswordInput } from '../../core/forms/inputs/NewPasswordInput';
import { DeclaredField, type DeclaredFieldProps, type OwnInputs } from '../../core/forms/resource/ResourceInput';
import { ClientsInput } from './ClientsInput';

/** The Service of a Client, with a warning while there is none. */
function ServiceOfClientInput(props: DeclaredFieldProps) {
  const translate = useTranslate();
  const service: unknown = useWatch({ name: props.field.key });
  return (
    <>
      <DeclaredField {...props} />
      {!service && <Alert severity="warning">{translate('users.client.noService')}</Alert>}
    </>
  );
}

const account: OwnInputs = { password: NewPasswordInput };

const inputs: Record<string, OwnInputs> = {
  contacts: account,
  profile: account,
  clients: { service: ServiceOfClientInput },
  'manager-clients': { clients: ClientsInput },
};

/** The inputs that the cards of a user have of their own. */
export const inputsOf = (resource: string): OwnInputs => inputs[resource] ?? {};
