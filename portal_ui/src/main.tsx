import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App, initialLoad } from './App';

// index.html shows "Loading…" until then. A transition yields to input events during the first render, and commits the
// page without its Suspense fallbacks first.
const root = document.getElementById('root');
if (root) {
  const app = (
    <StrictMode>
      <App />
    </StrictMode>
  );
  void initialLoad.then(() => startTransition(() => createRoot(root).render(app)));
}
