import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useFormContext, useWatch } from 'react-hook-form';
import { AutocompleteField } from '../../shared/fields/AutocompleteField';
import { type AccountForm, belongs } from './accountForm';
import { asChoices, organisationsQuery } from './profile';

const kinds = { CLIENT: 'client', SERVICE: 'service' } as const;

/** All Clients, or all Services, as choices. */
export function useOrganisations(kind: 'client' | 'service', enabled = true) {
  const { data, isPending } = useQuery({ ...organisationsQuery(kind), enabled });
  return { choices: asChoices(data ?? []), loading: isPending };
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
      <Organisation key={role} kind={kinds[role]} isNew />
      {role === 'CLIENT' && organisation === '' ? <ServiceOfClient /> : <Gap />}
    </>
  );
}

/** The organisation that a client or service user belongs to; who administers users chooses another. */
export function OtherOrganisation({ administers }: { administers: boolean }) {
  const { control } = useFormContext<AccountForm>();
  const role = useWatch<AccountForm, 'role'>({ control, name: 'role' });
  if (!administers || !belongs(role)) return <Gap />;
  return <Organisation kind={role === 'CLIENT' ? 'client' : 'service'} isNew={false} />;
}

/** Leaves the other half of a row empty. */
function Gap() {
  return <Box sx={{ display: { xs: 'none', sm: 'block' } }} />;
}

function Organisation({ kind, isNew }: { kind: 'client' | 'service'; isNew: boolean }) {
  const translate = useTranslate();
  const { control } = useFormContext<AccountForm>();
  return (
    <AutocompleteField
      name="organisation"
      control={control}
      label={translate(`users.organisation.${kind}`)}
      optional={isNew}
      disableClearable={!isNew}
      help={translate(isNew ? `users.organisation.newHelp.${kind}` : `users.organisation.moveHelp.${kind}`)}
      {...useOrganisations(kind)}
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
