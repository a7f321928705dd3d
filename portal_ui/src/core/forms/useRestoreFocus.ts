import { type RefObject, useEffect, useRef } from 'react';

const isUnfocusable = (element: Element): boolean => !element.isConnected || element.matches(':disabled');

/**
 * Restore the focus after an update disables or removes the focused element. The element gets it back once enabled,
 * else `place` does, the container of the next actions. Otherwise the focus would be reset to the top of the page.
 */
export function useRestoreFocus(container: RefObject<HTMLElement | null>, version: unknown, busy: boolean): void {
  const last = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const rememberFocus = ({ target }: FocusEvent) => {
      last.current = target instanceof HTMLElement ? target : null;
    };
    document.addEventListener('focusin', rememberFocus);
    return () => document.removeEventListener('focusin', rememberFocus);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version means that an update was saved
  useEffect(() => {
    const focused = last.current;
    const { activeElement, body } = document;
    if (busy || focused === null || focused === body) return;
    if (activeElement !== body && activeElement !== focused) return;
    if (isUnfocusable(focused)) container.current?.focus({ preventScroll: true });
    else if (activeElement === body) focused.focus({ preventScroll: true });
  }, [container, version, busy]);
}
