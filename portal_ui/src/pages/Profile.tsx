import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { useErrorMessage } from '../server/errorMessage';
import { call } from '../server/http';
import { choiceName, useMeta } from '../server/meta';
import type { Address, Profile as ProfileData } from '../server/types';
import { ErrorState } from '../shared/Empty';
import { ReadField, ReadFields } from '../shared/fields/FieldFrame';
import { PageHeader } from '../shared/PageHeader';
import { FormSkeleton } from '../shared/Skeletons';

/** The signed-in user's details: contact, address, and the organisation behind them. */
export default function Profile() {
  const translate = useTranslate();
  const message = useErrorMessage();
  const { choices } = useMeta();
  const { data, error, refetch } = useQuery({
    queryKey: ['profile'],
    queryFn: ({ signal }) => call<ProfileData>('GET', '/api/v1/contacts/profile', { signal }),
  });
  const role = data && choiceName(choices.roles, data.contact.role);
  return (
    <>
      <PageHeader title={translate('profile.title')} subtitle={data ? `${data.contact.username} · ${role}` : ' '} />
      {error && !data ? (
        <Card>
          <ErrorState message={message(error)} onRetry={() => refetch()} />
        </Card>
      ) : (
        <Box sx={{ display: 'grid', gap: 2, alignItems: 'start', gridTemplateColumns: { lg: '1fr 1fr' } }}>
          <ProfileCard title={translate('profile.contact')}>
            {data ? <ContactFields data={data} /> : <FormSkeleton />}
          </ProfileCard>
          <ProfileCard title={translate('profile.address')}>
            {data ? <AddressFields address={data.address} /> : <FormSkeleton />}
          </ProfileCard>
          {data && <Organisation data={data} />}
        </Box>
      )}
    </>
  );
}

function ProfileCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card component="section" sx={{ padding: { xs: 2, sm: 3 } }}>
      <Typography variant="h2" sx={{ marginBottom: 2 }}>
        {title}
      </Typography>
      {children}
    </Card>
  );
}

function ContactFields({ data: { contact } }: { data: ProfileData }) {
  const translate = useTranslate();
  return (
    <ReadFields>
      <ReadField label={translate('profile.firstName')}>{contact.firstName}</ReadField>
      <ReadField label={translate('profile.lastName')}>{contact.lastName}</ReadField>
      <ReadField label={translate('profile.phone')}>{contact.phone}</ReadField>
      <ReadField label={translate('profile.email')}>{contact.email}</ReadField>
      {contact.backupEmails.length > 0 && (
        <ReadField label={translate('profile.backupEmails')}>
          {contact.backupEmails.map(({ value }) => value).join('\n')}
        </ReadField>
      )}
    </ReadFields>
  );
}

function AddressFields({ address }: { address: Address | null }) {
  const translate = useTranslate();
  const { choices } = useMeta();
  if (!address) return <Typography sx={{ color: 'text.secondary' }}>{translate('profile.noAddress')}</Typography>;
  return (
    <ReadFields>
      <ReadField label={translate('profile.companyName')}>{address.companyName}</ReadField>
      <ReadField label={translate('profile.country')}>{choiceName(choices.countries, address.country)}</ReadField>
      <ReadField label={translate('profile.province')}>{address.province}</ReadField>
      <ReadField label={translate('profile.city')}>{address.city}</ReadField>
      <ReadField label={translate('profile.postalCode')}>{address.postalCode}</ReadField>
      <ReadField label={translate('profile.street')}>{`${address.street} ${address.building}`.trim()}</ReadField>
    </ReadFields>
  );
}

/** The Service behind a client, a service user's own, or a manager's clients. */
function Organisation({ data }: { data: ProfileData }) {
  const translate = useTranslate();
  const { choices } = useMeta();
  const { serviceForClient, serviceForService, managerForAdmin } = data;
  return (
    <>
      {serviceForClient && (
        <ProfileCard title={translate('profile.yourService')}>
          <ReadFields>
            <ReadField label={translate('profile.name')}>{serviceForClient.name}</ReadField>
            <ReadField label={translate('profile.contactPerson')}>{serviceForClient.contactFullName}</ReadField>
            <ReadField label={translate('profile.email')}>{serviceForClient.contactEmail}</ReadField>
            <ReadField label={translate('profile.address')}>
              {[
                serviceForClient.address,
                [serviceForClient.postalCode, serviceForClient.city].filter(Boolean).join(' '),
                serviceForClient.country && choiceName(choices.countries, serviceForClient.country),
              ]
                .filter(Boolean)
                .join('\n')}
            </ReadField>
          </ReadFields>
        </ProfileCard>
      )}
      {serviceForService && (
        <ProfileCard title={translate('profile.ownService')}>
          <ReadFields>
            <ReadField label={translate('profile.name')}>{serviceForService.name}</ReadField>
            <ReadField label={translate('profile.price')}>
              {serviceForService.price === null
                ? ''
                : translate('profile.usd', { amount: serviceForService.price.toFixed(2) })}
            </ReadField>
          </ReadFields>
        </ProfileCard>
      )}
      {managerForAdmin && (
        <ProfileCard title={translate('profile.clients')}>
          <Box component="ul" sx={{ margin: 0, paddingInlineStart: 2.5 }}>
            {managerForAdmin.clients.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </Box>
        </ProfileCard>
      )}
    </>
  );
}
