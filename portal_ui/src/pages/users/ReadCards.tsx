import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { choiceName, useMeta } from '../../server/meta';
import { ReadField, ReadFields } from '../../shared/fields/FieldFrame';
import { CardFrame } from './CardFrame';
import { Chosen } from './ClientsField';
import type { UserProfile } from './profile';

/** The Service that a client's requests go to; only read. */
export function ServiceOfClientCard({ service }: { service: UserProfile['serviceForClient'] }) {
  const translate = useTranslate();
  const { choices } = useMeta();
  const field = (name: string) => translate(`users.field.${name}`);
  return (
    <CardFrame title={translate('users.additional')} hint={translate('users.service.ofClientHint')}>
      {service ? (
        <ReadFields>
          <ReadField label={translate('users.service.title')}>{service.name}</ReadField>
          <ReadField label={field('username')}>{service.username}</ReadField>
          <ReadField label={field('contactFullName')}>{service.contactFullName}</ReadField>
          <ReadField label={field('contactEmail')}>{service.contactEmail}</ReadField>
          <ReadField label={field('country')}>
            {service.country && choiceName(choices.countries, service.country)}
          </ReadField>
          <ReadField label={field('city')}>{service.city}</ReadField>
          <ReadField label={field('postalCode')}>{service.postalCode}</ReadField>
          <ReadField label={field('address')}>{service.address}</ReadField>
        </ReadFields>
      ) : (
        <Typography sx={{ color: 'text.secondary' }}>{translate('users.service.noneYet')}</Typography>
      )}
    </CardFrame>
  );
}

/** The own Service of a service user, with its price; only read. */
export function OwnServiceCard({ service }: { service: NonNullable<UserProfile['serviceForService']> }) {
  const translate = useTranslate();
  const price = service.price === null ? '' : translate('users.usd', { amount: service.price.toFixed(2) });
  return (
    <CardFrame title={translate('users.service.title')} hint={translate('users.service.ownHint')}>
      <ReadFields>
        <ReadField label={translate('users.field.name')}>{service.name}</ReadField>
        <ReadField label={translate('users.field.price')}>{price}</ReadField>
      </ReadFields>
    </CardFrame>
  );
}

/** The own list of a sustainability manager; only read. */
export function OwnClientsCard({ clients }: NonNullable<UserProfile['managerForAdmin']>) {
  const translate = useTranslate();
  return (
    <CardFrame title={translate('users.additional')} hint={translate('users.manager.ownHint')}>
      <Chosen clients={clients} />
    </CardFrame>
  );
}
