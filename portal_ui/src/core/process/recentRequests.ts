import { useStore } from 'ra-core';
import { useEffect } from 'react';
import type { SearchResult } from '../../api/types';

/** Reference to a request that the user has opened. */
export type RecentRequest = Pick<SearchResult, 'id' | 'requestType' | 'requestId'>;

const MAX_RECENT = 5;
const none: readonly RecentRequest[] = [];

/** Return the requests last opened on this device, newest first, and a setter. */
export const useRecentRequests = () => useStore<readonly RecentRequest[]>('recentRequests', none);

/** Add the open request to the recent requests. */
export function useTrackRecentRequest(
  viewed: { id: number; number: string; process: { kind: string } } | undefined,
): void {
  const [, setRecent] = useRecentRequests();
  const { id, number: requestId, process } = viewed ?? {};
  const requestType = process?.kind as RecentRequest['requestType'] | undefined;
  useEffect(() => {
    if (!id || !requestId || !requestType) return;
    setRecent((before) => {
      const remaining = before.filter((each) => each.requestType !== requestType || each.id !== id);
      return [{ requestType, id, requestId }, ...remaining].slice(0, MAX_RECENT);
    });
  }, [requestType, id, requestId, setRecent]);
}
