import type { OwnInputs } from '../../kernel/form/DeclaredField';
import { ClientsInput } from './ClientsInput';
import { NewPasswordInput } from './NewPasswordInput';
import { ServiceOfClientInput } from './ServiceOfClientInput';

const account: OwnInputs = { password: NewPasswordInput };

const inputs: Record<string, OwnInputs> = {
  contacts: account,
  profile: account,
  clients: { service: ServiceOfClientInput },
  'manager-clients': { clients: ClientsInput },
};

const none: OwnInputs = {};

/** The inputs that the cards of a user have of their own. */
export const inputsOf = (resource: string): OwnInputs => inputs[resource] ?? none;
