import { useMemo, useSyncExternalStore } from 'react';
import { getSessionEndReason } from './http';
import { getSessionSnapshot, onSessionChange, readSession, type SessionState } from './session';

/** Return the session, updated by changes in this tab and others. */
export function useSession(): SessionState {
  const snapshot = useSyncExternalStore(onSessionChange, getSessionSnapshot);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new snapshot means a changed session
  return useMemo(() => readSession(), [snapshot]);
}

/** Return the translation key of the session end. Updates the login page if mounted. */
export const useSessionEndReason = (): string | null => useSyncExternalStore(onSessionChange, getSessionEndReason);
