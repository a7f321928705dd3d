import { useQuery } from '@tanstack/react-query';
import { call } from './http';
import { useMeta } from './meta';
import type { Profile } from './types';

/** The caller's own profile: the contact that a new request offers, and the service it would go to. */
export function useOwnProfile() {
  const { user } = useMeta();
  return useQuery({
    queryKey: ['profile', user.username],
    queryFn: ({ signal }) => call<Profile>('GET', '/api/v1/contacts/profile', { signal }),
    staleTime: 60_000,
  });
}

/** Whether the caller's organization has no service yet, so that its requests would have no recipient. */
export function useIsServiceMissing(): boolean {
  return useOwnProfile().data?.serviceForClient === null;
}
