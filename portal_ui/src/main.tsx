import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App';

// load-error.js shows it if this line is not reached.
document.querySelector('#unloaded')?.remove();

const root = document.getElementById('root');
if (root) {
  // A transition renders in slices, so that a phone can answer a tap in between.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}
