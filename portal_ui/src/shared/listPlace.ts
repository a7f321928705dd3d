import { useEffect, useSyncExternalStore } from 'react';

/** The list of requests that was open last, as its address had it, and the one that the page on screen belongs to. */
let last: { route: string; query: string } | null = null;
let place: string | null = null;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const setPlace = (route: string | null) => {
  place = route;
  for (const listener of listeners) listener();
};

/** Remembers a list as it is on the screen: sorted, searched and paged. */
export function useRememberedList(route: string | null, query: string): void {
  useEffect(() => {
    if (route !== null) last = { route, query };
  }, [route, query]);
}

/** Makes the page one of the list that it was opened from, or else of `fallback`; answers the way back to it as it was. */
export function useListPlace(fallback: string): string {
  const { route, query } = last ?? { route: fallback, query: '' };
  useEffect(() => {
    setPlace(route);
    return () => setPlace(null);
  }, [route]);
  return route + query;
}

/** The route of the list that the page on screen belongs to, where it is no list itself. */
export const usePlace = (): string | null => useSyncExternalStore(subscribe, () => place);
