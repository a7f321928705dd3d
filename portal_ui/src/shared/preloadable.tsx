import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react';

type Code = { default: (props: never) => ReactNode };
type PropsOf<Loaded extends Code> = Parameters<Loaded['default']> extends [infer Props extends object] ? Props : object;

/**
 * React's lazy, but for code that is there already, as it is after `load`: that is drawn at once. lazy draws what stands
 * in its place first, if only for a moment, which on a slow phone costs as much as the page itself. Code that did not
 * come is asked for again by whoever shows it, and told there.
 */
export function preloadable<Loaded extends Code>(load: () => Promise<Loaded>) {
  type Drawn = ComponentType<PropsOf<Loaded>>;
  let there: Drawn | null = null;
  const loading = async () => {
    const code = await load();
    there = code.default as Drawn;
    return code;
  };
  const Later: Drawn = lazy(async () => ({ default: (await loading()).default as Drawn }));
  function Preloaded(props: PropsOf<Loaded>) {
    // What began as one of them stays it: as the other it would begin anew.
    const [Shown] = useState(() => there ?? Later);
    return createElement(Shown, props);
  }
  return Object.assign(Preloaded, { load: loading });
}
