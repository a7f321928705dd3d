/**
 * Loads what is likely asked for next, one after the other, each once the browser has nothing else to do. What fails here
 * is loaded again, and told, when it is shown.
 */
export function preloadOnIdle([load, ...others]: readonly (() => Promise<unknown>)[]): void {
  if (!load) return;
  const next = () => {
    load()
      .catch(() => undefined)
      .then(() => preloadOnIdle(others));
  };
  if ('requestIdleCallback' in window) requestIdleCallback(next, { timeout: 10_000 });
  else setTimeout(next, 2_000);
}
