import { vi } from 'vitest';

/**
 * Decide which media queries match; without it none do.
 * Return a function that announces changes. `vi.unstubAllGlobals` restores the default.
 */
export function stubMediaQueries(doesMatch: (query: string) => boolean): () => void {
  const listeners = new Set<() => void>();
  vi.stubGlobal('matchMedia', (media: string) => ({
    get matches() {
      return doesMatch(media);
    },
    media,
    addListener() {},
    removeListener() {},
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }));
  return () => {
    for (const listener of listeners) listener();
  };
}
