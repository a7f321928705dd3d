import Card from '@mui/material/Card';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { call } from '../../server/http';
import type { Profile } from '../../server/types';
import { PageHeader } from '../../shared/PageHeader';
import { FormSkeleton } from '../../shared/Skeletons';
import { SupportEditor } from './SupportEditor';

/** A client asks for remote support; the contact is offered from the profile. */
export default function NewRemoteSupportPage() {
  const translate = useTranslate();
  const { data, isPending } = useQuery({
    queryKey: ['profile'],
    queryFn: ({ signal }) => call<Profile>('GET', '/api/v1/contacts/profile', { signal }),
  });
  return (
    <>
      <PageHeader title={translate('newRemoteSupport.title')} subtitle={translate('newRemoteSupport.subtitle')} />
      {isPending ? (
        <Card sx={{ padding: { xs: 2, sm: 3 } }}>
          <FormSkeleton fields={8} />
        </Card>
      ) : (
        // Without a profile the contact is typed: that is no reason to keep the form back.
        <SupportEditor contact={data?.contact} />
      )}
    </>
  );
}
