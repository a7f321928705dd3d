import { type ReactNode, useDeferredValue } from 'react';

/** Render children with low priority, after what is around them. */
export function Deferred({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) && children;
}
