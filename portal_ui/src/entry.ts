import { askFirst } from './api/initialRequests';
import { readSession } from './api/session';
import { currentLanguage, openInLanguageOfReader } from './core/i18n/language';
import { lettersWait, loadLetters } from './theme/fonts';

// Runs before the application, from a file of its own: lets the browser show the page as it came, "Loading…" and all,
// before the application takes the thread for itself, and begins that in parts, lest the page hear nobody until all of it
// is there. What the first page needs is asked for meanwhile. deferredEntryPlugin.ts puts this and the names of all files into
// the built page.

/** The files that are needed beside the application: for a language, at a route, and where no such route is open (list). */
type EarlyFiles = readonly (readonly [when: 'language' | 'route' | 'list', name: string, files: readonly string[]])[];

const { parts = '', early = '[]' } = document.querySelector<HTMLElement>('script[data-parts]')?.dataset ?? {};

const again = () => location.reload();

/** A browser keeps to the failure of a script for as long as the page stands, so only a new page gets another. */
function tellUnloaded(): void {
  const words = document.querySelector<HTMLTemplateElement>('#unloaded')?.content.cloneNode(true);
  const root = document.getElementById('root');
  if (words) root?.replaceChildren(words);
  root?.querySelector('button')?.addEventListener('click', again);
  addEventListener('online', again);
}

async function start(): Promise<void> {
  for (const part of parts.split(' ')) {
    await import(/* @vite-ignore */ part);
    // A page that nobody sees is not painted, so nothing is waited for.
    if (!document.hidden) await new Promise((resolve) => setTimeout(resolve));
  }
  // While the first page is worked out the line has nothing else to do.
  if (!lettersWait) void loadLetters().catch(() => undefined);
}

function loadEarly(files: EarlyFiles): void {
  const [, route = ''] = /^#\/[^/?#]+\/?([^?#]*)/.exec(location.hash) ?? [];
  const words = files.filter(([when, name]) => when === 'language' && name === currentLanguage());
  const routes = files.filter(([when, name]) => when === 'route' && `${route}/`.startsWith(name));
  const lists = files.filter(([when]) => when === 'list' && routes.every(([, name]) => name === ''));
  const needed = readSession().session ? [...words, ...routes, ...lists] : words;
  for (const href of needed.flatMap(([, , hrefs]) => hrefs)) {
    const link = { rel: 'modulepreload', crossOrigin: '', fetchPriority: 'low', href };
    document.head.append(Object.assign(document.createElement('link'), link));
  }
}

openInLanguageOfReader();
const begin = () => void start().catch(tellUnloaded);
if (document.hidden) begin();
else requestAnimationFrame(() => setTimeout(begin));
askFirst();
loadEarly(JSON.parse(early));
