import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App, initialLoad } from './App';

// The page says "Loading…" by itself until then. In a transition the browser is heard between the parts of the first
// screen, and that is drawn once, rather than first what stands in its place.
const root = document.getElementById('root');
if (root) {
  const app = (
    <StrictMode>
      <App />
    </StrictMode>
  );
  void initialLoad.then(() => startTransition(() => createRoot(root).render(app)));
}
