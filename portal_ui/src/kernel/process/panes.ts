import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

type Load = () => Promise<{ default: ComponentType }>;

export interface Panes {
  byTab: Readonly<Record<string, LazyExoticComponent<ComponentType>>>;
  /** Loads all of them when the browser has nothing else to do, so that the next step opens at once. */
  preload: () => void;
}

/** The panes of a kind by tab key, each a file that is loaded when it is first shown. */
export function lazyPanes(loads: Readonly<Record<string, Load>>): Panes {
  return {
    byTab: Object.fromEntries(Object.entries(loads).map(([tab, load]) => [tab, lazy(load)])),
    preload: () => {
      const all = () => {
        // What fails here is loaded again, and told, when it is shown.
        for (const load of Object.values(loads)) load().catch(() => undefined);
      };
      if ('requestIdleCallback' in window) requestIdleCallback(all, { timeout: 10_000 });
      else setTimeout(all, 2_000);
    },
  };
}
