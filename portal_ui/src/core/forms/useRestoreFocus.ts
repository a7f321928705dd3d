import { type RefObject, useEffect, useRef } from 'react';

const isGone = (element: Element): boolean => !element.isConnected || element.matches(':disabled');

/**
 * Restore the focus when a write disables or removes the focused element: to it once it is enabled again, else to
 * `place`, which comes before all that is to be done there. Else it would fall to the top.
 */
export function useRestoreFocus(place: RefObject<HTMLElement | null>, version: unknown, busy: boolean): void {
  const last = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      last.current = target instanceof HTMLElement ? target : null;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version tells that something was written
  useEffect(() => {
    const had = last.current;
    const { activeElement, body } = document;
    if (busy || had === null || had === body) return;
    if (activeElement !== body && activeElement !== had) return;
    if (isGone(had)) place.current?.focus({ preventScroll: true });
    else if (activeElement === body) had.focus({ preventScroll: true });
  }, [place, version, busy]);
}
