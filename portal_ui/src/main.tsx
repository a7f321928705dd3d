import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App, begun } from './App';
import { lettersWait, loadLettersForNextPage } from './letters';
import { firstPageShown } from './shared/firstPage';
import { loadWhenIdle } from './shared/loadWhenIdle';

// The page says "Loading…" by itself until then. In a transition the browser is heard between the parts of the first
// screen, and that is drawn once, rather than first what stands in its place.
const root = document.getElementById('root');
if (lettersWait) void firstPageShown.then(() => loadWhenIdle([loadLettersForNextPage]));
if (root) void begun.then(() => startTransition(() => createRoot(root).render(<App />)));
