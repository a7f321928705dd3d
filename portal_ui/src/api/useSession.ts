import { useMemo, useSyncExternalStore } from 'react';
import { getSessionEndReason } from './http';
import { getSessionSnapshot, onSessionChange, readSession, type SessionState } from './session';

/** Current session, updated by changes in this tab and in others. */
export function useSession(): SessionState {
  const snapshot = useSyncExternalStore(onSessionChange, getSessionSnapshot);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the snapshot says when to read again
  return useMemo(() => readSession(), [snapshot]);
}

/** The key of why the session ended, told also where that is found out only after the login page is there. */
export const useSessionEndReason = (): string | null => useSyncExternalStore(onSessionChange, getSessionEndReason);
