/** Loads what is likely asked for next, once the browser has nothing else to do. What fails here is loaded again, and told, when it is shown. */
export function loadWhenIdle(loads: readonly (() => Promise<unknown>)[]): void {
  const all = () => {
    for (const load of loads) load().catch(() => undefined);
  };
  if ('requestIdleCallback' in window) requestIdleCallback(all, { timeout: 10_000 });
  else setTimeout(all, 2_000);
}
