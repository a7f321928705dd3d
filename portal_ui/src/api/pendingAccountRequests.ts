import { useGetList } from 'ra-core';

export const accountRequests = 'account-requests';
const askEvery = 60_000;

/** How many account requests wait, once a minute: the total of their list, so that it changes with what is decided. */
export function useWaitingAccounts(): number {
  const { total = 0 } = useGetList(
    accountRequests,
    {
      filter: { state: ['WAITING_APPROVAL'] },
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'id', order: 'DESC' },
    },
    { refetchInterval: askEvery, refetchIntervalInBackground: false },
  );
  return total;
}
