import Alert from '@mui/material/Alert';
import { useTranslate } from 'ra-core';
import { useMemo } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { call } from '../../server/http';
import { choiceName, useMeta } from '../../server/meta';
import { AutocompleteField } from '../../shared/fields/AutocompleteField';
import { TextField } from '../../shared/fields/TextField';
import { FieldGrid } from '../../shared/shipping/FormPart';
import { FormCard } from './CardFrame';
import { useOrganisations } from './OrganisationFields';
import type { UserProfile } from './profile';
import { type Problems, textProblems } from './rules';
import { useCard } from './useCard';
import { useUser } from './userContext';

type ClientForm = { name: string; countryCode: string; service: string };

const clientOf = ({ clientForAdmin }: UserProfile): ClientForm => ({
  name: clientForAdmin?.name ?? '',
  countryCode: clientForAdmin?.countryCode ?? '',
  service: String(clientForAdmin?.service?.id ?? ''),
});
const problemsOf = (form: ClientForm): Problems => textProblems(form, ['name', 'countryCode']);

/** The Client that a client user belongs to: its name, country and Service. */
export function ClientCard() {
  const translate = useTranslate();
  const { profile } = useUser();
  const { choices } = useMeta();
  const services = useOrganisations('service', profile.clientForAdmin?.service);
  const card = useCard<ClientForm>({
    card: 'client',
    valuesOf: clientOf,
    problemsOf,
    naming: {
      label: (path) => translate(path === 'service' ? 'users.client.service' : `users.field.${path}`),
      text: (path, value) => {
        const from = { countryCode: choices.countries, service: services.choices }[path];
        return choiceName(from, String(value));
      },
    },
    pathOf: (path) => (path === 'newClientName' || path === 'oldClientName' ? 'name' : path),
    taken: { code: 'CLIENT_EXISTS', path: 'name' },
    save: async ({ name, countryCode, service }, before, version) => {
      await call('PUT', '/api/v1/client/edit', {
        query: { version },
        body: {
          oldClientName: before.name,
          newClientName: name.trim(),
          countryCode,
          service: service === '' ? null : Number(service),
        },
      });
      return profile.contact.username;
    },
    done: () => translate('users.saved.client'),
  });
  return (
    <FormCard card={card} title={translate('users.additional')} hint={translate('users.client.hint')}>
      <ClientFields services={services} />
    </FormCard>
  );
}

function ClientFields({ services }: { services: ReturnType<typeof useOrganisations> }) {
  const translate = useTranslate();
  const { control } = useFormContext<ClientForm>();
  const { choices } = useMeta();
  const service = useWatch<ClientForm, 'service'>({ control, name: 'service' });
  const countries = useMemo(
    () => (choices.countries ?? []).map(({ key, name }) => ({ key, name: `${name} (${key})` })),
    [choices.countries],
  );
  return (
    <>
      {service === '' && <Alert severity="warning">{translate('users.client.noService')}</Alert>}
      <FieldGrid>
        <TextField<ClientForm>
          name="name"
          control={control}
          label={translate('users.field.name')}
          required
          autoComplete="off"
        />
        <AutocompleteField
          name="countryCode"
          control={control}
          label={translate('users.field.countryCode')}
          required
          choices={countries}
        />
        <AutocompleteField name="service" control={control} label={translate('users.client.service')} {...services} />
      </FieldGrid>
    </>
  );
}
