import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';

const entry = fileURLToPath(new URL('src/entry.ts', import.meta.url));
const latinFont = /inter-latin-wght-normal-[^/]*\.woff2$/;
const starts = /<script type="module" crossorigin src="\/([^"]+)"><\/script>/;

/** Modules to preload: messages by language; with a session layout, page or list. */
const early: readonly (readonly [when: 'language' | 'route' | 'list', name: string, ...modules: string[]])[] = [
  ['language', 'en', 'core/i18n/en.ts'],
  ['language', 'es', 'core/i18n/es.ts'],
  ['route', '', 'app/Layout.tsx'],
  ['list', '', 'app/ResourceListPage.tsx'],
  ['route', 'process-repair/', 'features/repairs/process/RepairPage.tsx'],
  ['route', 'process-part-request/', 'features/partRequests/process/PartRequestPage.tsx'],
  ['route', 'remote-support/process/', 'features/remoteSupport/process/RemoteSupportPage.tsx'],
];

/**
 * Start the built application by entry.ts after the first paint. Its files are preloaded, and so is the font: it is
 * optional (theme/fonts.css), so if requested on first use it would be too late for the whole first visit. Phones
 * accept that, as their scripts need the bandwidth.
 */
export function deferredEntryPlugin(): Plugin {
  return {
    name: 'first-paint',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: entry, name: 'entry' });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const [script, application] = starts.exec(html) ?? [];
        if (!script || !application) throw new Error('index.html has no application script');
        const parts = collectParts(application, bundle, new Set());
        const later = early.map(([when, name, ...modules]) => {
          const known = new Set(parts);
          return [when, name, modules.flatMap((module) => collectParts(findFile(module, bundle), bundle, known))];
        });
        const font = Object.keys(bundle).find((name) => latinFont.test(name));
        if (!font) throw new Error('the latin font is not in the bundle');
        const after = `<link rel="modulepreload" crossorigin href="/${application}">
    <script type="module" async crossorigin src="/${findFile('entry.ts', bundle)}" data-parts="${parts.join(' ')}" data-early='${JSON.stringify(later)}'></script>`;
        const preload = `  <link rel="preload" as="font" fetchpriority="low" crossorigin href="/${font}" media="(min-width: 600px)">
  </head>`;
        // low priority, so that resources of the first paint load before code
        return html
          .replace(script, after)
          .replace('</head>', preload)
          .replaceAll('rel="modulepreload"', '$& fetchpriority="low"');
      },
    },
  };
}

/** Chunk that contains a module. */
function findFile(module: string, bundle: Rolldown.OutputBundle): string {
  const found = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(`portal_ui/src/${module}`)),
  );
  if (!found) throw new Error(`${module} is not in the bundle`);
  return found.fileName;
}

/** URLs of a chunk and of its imports, dependencies first, without the known ones. */
function collectParts(name: string, bundle: Rolldown.OutputBundle, known: Set<string>): string[] {
  const file = bundle[name];
  const address = `/${name}`;
  if (known.has(address) || file?.type !== 'chunk') return [];
  known.add(address);
  return [...file.imports.flatMap((imported) => collectParts(imported, bundle, known)), address];
}
