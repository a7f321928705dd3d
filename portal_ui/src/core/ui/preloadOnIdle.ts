/**
 * Preload chunks one after the other, each while the browser is idle. Failures are ignored: a failed chunk is requested
 * again, and its error shown, when it is rendered.
 */
export function preloadOnIdle([load, ...remaining]: readonly (() => Promise<unknown>)[]): void {
  if (!load) return;
  const preloadNext = () => {
    load()
      .catch(() => undefined)
      .then(() => preloadOnIdle(remaining));
  };
  if ('requestIdleCallback' in window) requestIdleCallback(preloadNext, { timeout: 10_000 });
  else setTimeout(preloadNext, 2_000);
}
