import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App, initialLoad, router } from './App';
import { onNextNavigation } from './core/routing/onNextNavigation';
import { firstPaint } from './core/ui/firstPaint';
import { preloadOnIdle } from './core/ui/preloadOnIdle';
import { deferFonts, loadFonts, prefetchFonts } from './theme/fonts';

/** Letters that the first page came without are there with the next. */
async function swapFontsOnNavigation(): Promise<void> {
  await firstPaint;
  preloadOnIdle([prefetchFonts]);
  await onNextNavigation(router);
  await loadFonts();
}

// The page says "Loading…" by itself until then. In a transition the browser is heard between the parts of the first
// screen, and that is drawn once, rather than first what stands in its place.
const root = document.getElementById('root');
if (root) void initialLoad.then(() => startTransition(() => createRoot(root).render(<App />)));
if (deferFonts) void swapFontsOnNavigation().catch(() => undefined);
// The built portal's are loaded by entry.ts, which Vite's own server has not.
else if (import.meta.env.DEV) void loadFonts();
