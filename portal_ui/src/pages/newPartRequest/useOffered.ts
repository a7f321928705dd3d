import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../server/http';
import { useMeta } from '../../server/meta';
import type { Address, Profile } from '../../server/types';
import { type PartyForm, partyFormOf } from '../../shared/shipping/party';

const noAddress: Address = {
  companyName: '',
  country: '',
  province: '',
  city: '',
  postalCode: '',
  street: '',
  building: '',
};

/** The user's own contact and address: what a new request offers to send to. */
export function useOffered(enabled: boolean) {
  const { user } = useMeta();
  const contact = useQuery({
    queryKey: ['profile', user.username],
    queryFn: ({ signal }) => call<Profile>('GET', '/api/v1/contacts/profile', { signal }),
    enabled,
    staleTime: 60_000,
  });
  const address = useQuery({
    queryKey: ['address', user.username],
    queryFn: ({ signal }) =>
      call<Address | null>('GET', '/api/v1/address/fetch', { query: { identification: user.username }, signal }),
    enabled,
    staleTime: 60_000,
  });
  const party = useMemo<PartyForm | null>(
    () =>
      contact.data && address.isSuccess
        ? partyFormOf({ contact: contact.data.contact, address: address.data ?? noAddress })
        : null,
    [contact.data, address.isSuccess, address.data],
  );
  return {
    party,
    error: contact.error ?? address.error,
    retry: () => {
      if (contact.isError) void contact.refetch();
      if (address.isError) void address.refetch();
    },
  };
}
