import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useFormContext, useWatch } from 'react-hook-form';
import { AutocompleteField } from '../../shared/fields/AutocompleteField';
import type { AccountForm } from './accountForm';
import { asChoices, type Organisation, organisationsQuery } from './profile';
import { useUser } from './userContext';

const kinds = { CLIENT: 'client', SERVICE: 'service' } as const;

/** All Clients, or all Services, as choices; until they are there the one that is chosen. */
export function useOrganisations(kind: 'client' | 'service', current?: Organisation | null) {
  const { data, isPending } = useQuery(organisationsQuery(kind));
  return { choices: asChoices(data ?? (current ? [current] : [])), loading: isPending };
}

/** Where a new client or service user belongs: to an organisation that is there, or to one of its own. */
export function NewOrganisation() {
  const { control } = useFormContext<AccountForm>();
  const [role, organisation] = useWatch<AccountForm, ['role', 'organisation']>({
    control,
    name: ['role', 'organisation'],
  });
  if (role !== 'CLIENT' && role !== 'SERVICE') return null;
  return (
    <>
      <OrganisationField key={role} kind={kinds[role]} />
      {role === 'CLIENT' && organisation === '' ? <ServiceOfClient /> : <Gap />}
    </>
  );
}

/** The organisation that a client or service user belongs to; who administers users chooses another. */
export function OtherOrganisation() {
  const { clientForAdmin, serviceForAdmin } = useUser().profile;
  if (clientForAdmin) return <OrganisationField kind="client" current={clientForAdmin} />;
  if (serviceForAdmin) return <OrganisationField kind="service" current={serviceForAdmin} />;
  return <Gap />;
}

/** Leaves the other half of a row empty. */
function Gap() {
  return <Box sx={{ display: { xs: 'none', sm: 'block' } }} />;
}

/** The organisation of a user; without a current one the user is new, and may get one of its own. */
function OrganisationField({ kind, current }: { kind: 'client' | 'service'; current?: Organisation }) {
  const translate = useTranslate();
  const { control } = useFormContext<AccountForm>();
  const isNew = current === undefined;
  return (
    <AutocompleteField
      name="organisation"
      control={control}
      label={translate(`users.organisation.${kind}`)}
      optional={isNew}
      disableClearable={!isNew}
      help={translate(isNew ? `users.organisation.newHelp.${kind}` : `users.organisation.moveHelp.${kind}`)}
      {...useOrganisations(kind, current)}
    />
  );
}

function ServiceOfClient() {
  const translate = useTranslate();
  const { control } = useFormContext<AccountForm>();
  return (
    <AutocompleteField
      name="service"
      control={control}
      label={translate('users.organisation.serviceOfClient')}
      optional
      help={translate('users.organisation.serviceHelp')}
      {...useOrganisations('service')}
    />
  );
}
