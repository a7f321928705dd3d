import { preloadInitialRequests } from './api/initialRequests';
import { readSession } from './api/session';
import { getCurrentLanguage, openInUserLanguage } from './core/i18n/language';

// Runs before the application, from a separate chunk. It lets the browser paint "Loading…" first, then evaluates the
// application chunk by chunk, so that the page responds to input in between, and preloads the data of the first page.
// deferredEntryPlugin.ts adds this script and the file names to the built page.

/** Files to preload by language, by route, and for all other routes (list). */
type EarlyFiles = readonly (readonly [when: 'language' | 'route' | 'list', name: string, files: readonly string[]])[];

const { parts = '', early = '[]' } = document.querySelector<HTMLElement>('script[data-parts]')?.dataset ?? {};

const reload = () => location.reload();

/** Show the error page. Browsers cache a failed script until the page is reloaded. */
async function showLoadError(): Promise<void> {
  // A script may fail before the template at the end of the page is parsed.
  if (document.readyState === 'loading') await new Promise((end) => addEventListener('DOMContentLoaded', end));
  const errorContent = document.querySelector<HTMLTemplateElement>('#unloaded')?.content.cloneNode(true);
  const root = document.getElementById('root');
  if (errorContent) root?.replaceChildren(errorContent);
  root?.querySelector('button')?.addEventListener('click', reload);
  addEventListener('online', reload);
}

async function start(): Promise<void> {
  for (const part of parts.split(' ')) {
    await import(/* @vite-ignore */ part);
    // A hidden page is not painted, so it need not yield.
    if (!document.hidden) await new Promise((resolve) => setTimeout(resolve));
  }
}

function preloadFiles(files: EarlyFiles): void {
  const [, route = ''] = /^#\/[^/?#]+\/?([^?#]*)/.exec(location.hash) ?? [];
  const messages = files.filter(([when, name]) => when === 'language' && name === getCurrentLanguage());
  const routes = files.filter(([when, name]) => when === 'route' && `${route}/`.startsWith(name));
  const lists = files.filter(([when]) => when === 'list' && routes.every(([, name]) => name === ''));
  const needed = readSession().session ? [...messages, ...routes, ...lists] : messages;
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
