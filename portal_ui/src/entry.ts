import { preloadInitialRequests } from './api/initialRequests';
import { readSession } from './api/session';
import { getCurrentLanguage, openInUserLanguage } from './core/i18n/language';

// Runs before the application, from a file of its own: lets the browser show the page as it came, "Loading…" and all,
// before the application takes the thread for itself, and begins that in parts, lest the page hear nobody until all of it
// is there. What the first page needs is asked for meanwhile. deferredEntryPlugin.ts puts this and the names of all files into
// the built page.

/** The files that are needed beside the application: for a language, at a route, and where no such route is open (list). */
type EarlyFiles = readonly (readonly [when: 'language' | 'route' | 'list', name: string, files: readonly string[]])[];

const { parts = '', early = '[]' } = document.querySelector<HTMLElement>('script[data-parts]')?.dataset ?? {};

const reload = () => location.reload();

/** A browser keeps to the failure of a script for as long as the page stands, so only a new page gets another. */
async function showLoadError(): Promise<void> {
  // Scripts may have failed before the end of the page, where the message is, has come.
  if (document.readyState === 'loading') await new Promise((end) => addEventListener('DOMContentLoaded', end));
  const words = document.querySelector<HTMLTemplateElement>('#unloaded')?.content.cloneNode(true);
  const root = document.getElementById('root');
  if (words) root?.replaceChildren(words);
  root?.querySelector('button')?.addEventListener('click', reload);
  addEventListener('online', reload);
}

async function start(): Promise<void> {
  for (const part of parts.split(' ')) {
    await import(/* @vite-ignore */ part);
    // A page that nobody sees is not painted, so nothing is waited for.
    if (!document.hidden) await new Promise((resolve) => setTimeout(resolve));
  }
}

function preloadFiles(files: EarlyFiles): void {
  const [, route = ''] = /^#\/[^/?#]+\/?([^?#]*)/.exec(location.hash) ?? [];
  const words = files.filter(([when, name]) => when === 'language' && name === getCurrentLanguage());
  const routes = files.filter(([when, name]) => when === 'route' && `${route}/`.startsWith(name));
  const lists = files.filter(([when]) => when === 'list' && routes.every(([, name]) => name === ''));
  const needed = readSession().session ? [...words, ...routes, ...lists] : words;
  for (const href of needed.flatMap(([, , hrefs]) => hrefs)) {
    const link = { rel: 'modulepreload', crossOrigin: '', fetchPriority: 'low', href };
    document.head.append(Object.assign(document.createElement('link'), link));
  }
}

openInUserLanguage();
const begin = () => void start().catch(showLoadError);
if (document.hidden) begin();
else requestAnimationFrame(() => setTimeout(begin));
preloadInitialRequests();
preloadFiles(JSON.parse(early));
