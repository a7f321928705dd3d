import { type ComponentType, createContext, createElement, lazy, type ReactNode, useContext, useState } from 'react';
import { toChunkError } from './chunkErrors';

export type Code = { default: (props: never) => ReactNode };
export type PropsOf<Loaded extends Code> =
  Parameters<Loaded['default']> extends [infer Props extends object] ? Props : object;

/** Attempt number of a boundary's retry: a chunk that failed at one attempt is requested again at the next. */
export const LoadAttempt = createContext(0);

/**
 * React's lazy with preload and retry of a chunk: one that has been loaded already, by `load`, is drawn at once, as
 * lazy draws its fallback first, which on a slow phone costs as much as the page itself. lazy keeps a failure for good;
 * here it is kept for the attempt alone (React itself mounts a failed component once more, which is no retry of the
 * user's).
 */
export function lazyWithPreload<Loaded extends Code>(load: () => Promise<Loaded>) {
  type Drawn = ComponentType<PropsOf<Loaded>>;
  let loaded: Drawn | null = null;
  const loading = async () => {
    try {
      const code = await load();
      loaded = code.default as Drawn;
      return code;
    } catch (error) {
      throw await toChunkError(error);
    }
  };
  const pending = new Map<number, Drawn>();
  const pendingAt = (attempt: number): Drawn => {
    const known = pending.get(attempt);
    if (known) return known;
    const Pending = lazy(async () => ({ default: (await loading()).default as Drawn })) as Drawn;
    pending.set(attempt, Pending);
    return Pending;
  };
  function Preloaded(props: PropsOf<Loaded>) {
    const attempt = useContext(LoadAttempt);
    // What was mounted as one of the two remains it: as the other it would lose its state.
    const [Shown] = useState(() => loaded ?? pendingAt(attempt));
    return createElement(Shown, props);
  }
  return Object.assign(Preloaded, { load: loading });
}
