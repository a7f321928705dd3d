import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App, begun, router } from './App';
import { nextPage } from './kernel/routing/nextPage';
import { fetchLetters, lettersWait, loadLetters } from './letters';
import { firstPageShown } from './shared/firstPage';
import { loadWhenIdle } from './shared/loadWhenIdle';

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
// The built portal's are loaded by boot.ts, which Vite's own server has not.
else if (import.meta.env.DEV) void loadLetters();
