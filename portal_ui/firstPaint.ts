import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const path = fileURLToPath(new URL('boot.js', import.meta.url));
const starts = /<script type="module" crossorigin src="([^"]+)"><\/script>/;

/** Starts the built application by boot.js, after the first paint; its files are loaded from the first moment on. */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'asset', name: 'boot.js', source: readFileSync(path, 'utf8') });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const boot = Object.values(bundle).find((file) => file.type === 'asset' && file.names.includes('boot.js'));
        if (!boot || !starts.test(html)) throw new Error('index.html starts no application');
        const after = `<link rel="modulepreload" crossorigin href="$1">
    <script async src="/${boot.fileName}" data-application="$1"></script>`;
        // what the first paint needs comes before the code that it does not need
        return html.replace(starts, after).replaceAll('rel="modulepreload"', '$& fetchpriority="low"');
      },
    },
  };
}
