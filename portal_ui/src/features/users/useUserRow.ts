import { type RaRecord, useGetList } from 'ra-core';
import type { Role } from '../../api/types';

/** A form on the page of a user; without an id, of an organization that is not there yet. */
export type UserCard = { resource: string; id: number | null };

/** A user as the lists `contacts` and `profile` answer one. */
export type UserRow = RaRecord<number> & {
  username: string;
  fullName: string;
  role: Role;
  locked: boolean;
  /** Whether there is one beside the password. */
  secondFactor: boolean;
  status: string;
  cards: UserCard[];
};

/** The user whom `contacts` knows by this name; without a name, the own account. */
export function useUserRow(username?: string) {
  const { data, error, isFetching, refetch } = useGetList<UserRow>(username === undefined ? 'profile' : 'contacts', {
    filter: username === undefined ? {} : { named: username },
    pagination: { page: 1, perPage: 1 },
    sort: { field: 'id', order: 'ASC' },
  });
  const row = data?.[0];
  return { row, error, isGone: data !== undefined && row === undefined && !isFetching, refetch };
}
