import { createRoot } from 'react-dom/client';
import { App } from './App';
import { withOuterSource } from './kernel/routing';

const hash = withOuterSource(location.search, location.hash);
if (hash !== null) history.replaceState(null, '', `${location.pathname}${hash}`);

const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
