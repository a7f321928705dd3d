import { type ReactNode, useDeferredValue } from 'react';

/** Children rendered with low priority, after the surrounding content. */
export function Deferred({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) && children;
}
