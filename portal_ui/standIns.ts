import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What packages would bring to every page for nothing, and what stands in its place in the built interface. */
const alias = [
  // What the package names as its default is the build with warnings for developers.
  { find: /^react-router$/, replacement: here('../node_modules/react-router/dist/production/index.mjs') },
  { find: /^react-router\/dom$/, replacement: here('../node_modules/react-router/dist/production/dom-export.mjs') },
  { find: /^jsonexport\/dist\/index\.js$/, replacement: here('standIns/noExport.ts') },
  { find: /^object\.entries$/, replacement: here('standIns/objectEntries.cjs') },
];

/** Puts the stand-ins in their places. */
export function standIns(): Plugin {
  return { name: 'stand-ins', apply: 'build', config: () => ({ resolve: { alias } }) };
}
