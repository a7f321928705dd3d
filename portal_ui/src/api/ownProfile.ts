import { useQuery } from '@tanstack/react-query';
import { call } from './http';
import { useMeta } from './meta';
import type { Profile } from './types';

/** Query the own profile: default contact and service of a new request. */
export function useOwnProfile() {
  const { user } = useMeta();
  return useQuery({
    queryKey: ['profile', user.username],
    queryFn: ({ signal }) => call<Profile>('GET', '/api/v1/contacts/profile', { signal }),
    staleTime: 60_000,
  });
}

/** Return whether the user's organization has no service to receive its requests. */
export function useIsServiceMissing(): boolean {
  return useOwnProfile().data?.serviceForClient === null;
}
