import { useStore } from 'ra-core';
import { useEffect } from 'react';
import type { Found } from '../../api/types';

/** A request that the user has opened: enough to be led there again. */
export type Recent = Pick<Found, 'id' | 'requestType' | 'requestId'>;

const most = 5;
const none: readonly Recent[] = [];

/** The requests that the user has opened on this device, the last one first. */
export const useRecentRequests = () => useStore<readonly Recent[]>('recentRequests', none);

/** Puts the request that is on screen in front of them. */
export function useRememberRequest(shown: { id: number; number: string; process: { kind: string } } | undefined): void {
  const [, setRecent] = useRecentRequests();
  const { id, number: requestId, process } = shown ?? {};
  const requestType = process?.kind as Recent['requestType'] | undefined;
  useEffect(() => {
    if (!id || !requestId || !requestType) return;
    setRecent((before) => {
      const others = before.filter((each) => each.requestType !== requestType || each.id !== id);
      return [{ requestType, id, requestId }, ...others].slice(0, most);
    });
  }, [requestType, id, requestId, setRecent]);
}
