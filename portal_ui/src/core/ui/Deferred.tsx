import { type ReactNode, useDeferredValue } from 'react';

/** Low-priority children, rendered after the surrounding content and a fallback. */
export function Deferred({ children, fallback }: { children: ReactNode; fallback: ReactNode }) {
  return useDeferredValue(true, false) ? children : fallback;
}
