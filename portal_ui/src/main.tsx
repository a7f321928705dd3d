import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App, begun, router } from './App';
import { nextPage } from './core/routing/onNextNavigation';
import { firstPageShown } from './core/ui/firstPaint';
import { loadWhenIdle } from './core/ui/preloadOnIdle';
import { fetchLetters, lettersWait, loadLetters } from './theme/fonts';

/** Letters that the first page came without are there with the next. */
async function changeLetters(): Promise<void> {
  await firstPageShown;
  loadWhenIdle([fetchLetters]);
  await nextPage(router);
  await loadLetters();
}

// The page says "Loading…" by itself until then. In a transition the browser is heard between the parts of the first
// screen, and that is drawn once, rather than first what stands in its place.
const root = document.getElementById('root');
if (root) void begun.then(() => startTransition(() => createRoot(root).render(<App />)));
if (lettersWait) void changeLetters().catch(() => undefined);
// The built portal's are loaded by entry.ts, which Vite's own server has not.
else if (import.meta.env.DEV) void loadLetters();
