import { type ReactNode, useDeferredValue } from 'react';

/** Draws its children once what is around them is on the screen, so that a slow phone shows, and hears, sooner. */
export function Deferred({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) && children;
}
