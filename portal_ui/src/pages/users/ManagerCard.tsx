import { useTranslate } from 'ra-core';
import { call } from '../../server/http';
import { FormCard } from './CardFrame';
import { ClientsField, type ClientsForm } from './ClientsField';
import type { Organisation, UserProfile } from './profile';
import type { Problems } from './rules';
import { useCard } from './useCard';
import { useUser } from './userContext';

const clientsOf = ({ managerForAdmin }: UserProfile): ClientsForm => ({
  clients: (managerForAdmin?.clients ?? []).map(({ id, name }) => ({ id, name })),
});
const nothingWrong = (): Problems => ({});

/** The Clients whose requests a sustainability manager sees. */
export function ManagerCard() {
  const translate = useTranslate();
  const { profile } = useUser();
  const username = profile.contact.username;
  const card = useCard<ClientsForm>({
    card: 'clients',
    valuesOf: clientsOf,
    problemsOf: nothingWrong,
    naming: {
      label: () => translate('users.field.clients'),
      text: (_, value) => (value as Organisation[]).map(({ name }) => name).join(', '),
    },
    save: async ({ clients }, _, version) => {
      await call('POST', '/api/v1/sustainability-manager/save/clients', {
        query: { specifiedUsername: username, version },
        body: clients.map(({ id }) => id),
      });
      return username;
    },
    done: () => translate('users.saved.clients'),
  });
  return (
    <FormCard card={card} title={translate('users.additional')} hint={translate('users.manager.hint')}>
      <ClientsField />
    </FormCard>
  );
}
