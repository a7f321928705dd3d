import { type ReactNode, useDeferredValue } from 'react';

/**
 * Draws its children once what is around them is on the screen, so that a slow phone shows, and hears, sooner. What
 * stands there until then keeps the room.
 */
export function Later({ children, instead = null }: { children: ReactNode; instead?: ReactNode }) {
  return useDeferredValue(true, false) ? children : instead;
}
