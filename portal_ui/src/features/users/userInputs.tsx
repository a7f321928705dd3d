import Alert from '@mui/material/Alert';
import { useTranslate } from 'ra-core';
import { useWatch } from 'react-hook-form';
import { NewPasswordInput } from '../../core/forms/inputs/NewPasswordInput';
import { type CustomInputs, ResourceInput, type ResourceInputProps } from '../../core/forms/resource/ResourceInput';
import { ClientsInput } from './ClientsInput';

/** Service of a client, with a warning while none is selected. */
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

/** Return the custom inputs of a user card. */
export const getUserInputs = (resource: string): CustomInputs => inputs[resource] ?? {};
