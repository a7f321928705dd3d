import { useGetList } from 'ra-core';

export const accountRequestsKey = 'account-requests';
const POLL_INTERVAL_MS = 60_000;

/** Poll the number of pending account requests once a minute. */
export function usePendingAccountRequests(): number {
  const { total = 0 } = useGetList(
    accountRequestsKey,
    {
      filter: { state: ['WAITING_APPROVAL'] },
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'id', order: 'DESC' },
    },
    { refetchInterval: POLL_INTERVAL_MS, refetchIntervalInBackground: false },
  );
  return total;
}
