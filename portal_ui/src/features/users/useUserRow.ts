import { type RaRecord, useGetList } from 'ra-core';
import type { Role } from '../../api/types';

/** Form on the page of a user; the id is null for an organization not created yet. */
export type UserCard = { resource: string; id: number | null };

/** User in the responses of `contacts` and `profile`. */
export type UserRow = RaRecord<number> & {
  username: string;
  fullName: string;
  role: Role;
  locked: boolean;
  /** True if two-factor authentication is set up. */
  secondFactor: boolean;
  status: string;
  cards: UserCard[];
};

/** Return the user with this name from `contacts`, or the current user. */
export function useUserRow(username?: string) {
  const { data, error, isFetching, refetch } = useGetList<UserRow>(username === undefined ? 'profile' : 'contacts', {
    filter: username === undefined ? {} : { named: username },
    pagination: { page: 1, perPage: 1 },
    sort: { field: 'id', order: 'ASC' },
  });
  const row = data?.[0];
  return { row, error, isMissing: data !== undefined && row === undefined && !isFetching, refetch };
}
