import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../server/http';
import type { Choice, Profile } from '../../server/types';

export type Organisation = { id: number; name: string };

export type ClientForAdmin = Organisation & { countryCode: string; service: Organisation | null };

export type ServiceForAdmin = Organisation & {
  supportSpecialServices: boolean;
  serviceContactUsername: string | null;
  users: { username: string; fullName: string }[];
};

/** The cards that the viewer may save, each with the version that was read. */
export type Card = 'contact' | 'address' | 'client' | 'service' | 'clients';

export type UserProfile = Profile & {
  clientForAdmin?: ClientForAdmin;
  serviceForAdmin?: ServiceForAdmin;
  versions: Partial<Record<Card, string>>;
};

/** Somebody's profile, or without a username the own one. */
export const profileQuery = (username?: string) =>
  queryOptions({
    queryKey: username === undefined ? ['profile'] : ['profile', username],
    queryFn: ({ signal }) => call<UserProfile>('GET', '/api/v1/contacts/profile', { query: { username }, signal }),
  });

/** What shows users or organisations is read again; a request does not change with them. */
export const readAgain = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey }) => ['profile', 'meta', 'contacts', 'organisations'].includes(String(queryKey[0])),
  });

/** Every Client, or every Service, to choose one. */
export const organisationsQuery = (kind: 'client' | 'service') =>
  queryOptions({
    queryKey: ['organisations', kind],
    queryFn: ({ signal }) => call<Organisation[]>('GET', `/api/v1/${kind}/fetch/all`, { signal }),
  });

export const asChoices = (organisations: readonly Organisation[]): Choice[] =>
  organisations.map(({ id, name }) => ({ key: String(id), name }));
