import { useMemo, useSyncExternalStore } from 'react';
import { whySessionEnded } from './http';
import { onSessionChange, readSession, type SessionState, sessionSnapshot } from './session';

/** The session as it is now, in this tab and by what the others did to it. */
export function useSession(): SessionState {
  const snapshot = useSyncExternalStore(onSessionChange, sessionSnapshot);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the snapshot says when to read again
  return useMemo(() => readSession(), [snapshot]);
}

/** The key of why the session ended, told also where that is found out only after the login page is there. */
export const useWhySessionEnded = (): string | null => useSyncExternalStore(onSessionChange, whySessionEnded);
