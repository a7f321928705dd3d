import Alert from '@mui/material/Alert';
import { useTranslate } from 'ra-core';
import { useWatch } from 'react-hook-form';
import { NewPasswordInput } from '../../core/forms/inputs/NewPasswordInput';
import { type CustomInputs, ResourceInput, type ResourceInputProps } from '../../core/forms/resource/ResourceInput';
import { ClientsInput } from './ClientsInput';

/** The Service of a Client, with a warning while there is none. */
function ServiceOfClientInput(props: ResourceInputProps) {
  const translate = useTranslate();
  const service: unknown = useWatch({ name: props.field.key });
  return (
    <>
      <ResourceInput {...props} />
      {!service && <Alert severity="warning">{translate('users.client.noService')}</Alert>}
    </>
  );
}

const account: CustomInputs = { password: NewPasswordInput };

const inputs: Record<string, CustomInputs> = {
  contacts: account,
  profile: account,
  clients: { service: ServiceOfClientInput },
  'manager-clients': { clients: ClientsInput },
};

/** The inputs that the cards of a user have of their own. */
export const getUserInputs = (resource: string): CustomInputs => inputs[resource] ?? {};
