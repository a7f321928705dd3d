import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Unused or inflated imports with their replacements; the bytes saved after compression. */
const replaced: readonly (readonly [imported: RegExp, by: string])[] = [
  // The package's default export is the development build, with warnings: 2,400 bytes each.
  [/^react-router$/, '../node_modules/react-router/dist/production/index.mjs'],
  [/^react-router\/dom$/, '../node_modules/react-router/dist/production/dom-export.mjs'],
  // 2,000 bytes each
  [/^jsonexport\/dist\/index\.js$/, 'moduleStubs/noExport.ts'],
  [/^react-hotkeys-hook$/, 'moduleStubs/noHotkeys.ts'],
  // 4,200 bytes
  [/^object\.entries$/, 'moduleStubs/objectEntries.cjs'],
  // 3,500 bytes
  [/\/ColumnsSelectorItem\.js$/, 'moduleStubs/noColumnsSelector.ts'],
];

/** Replace imports by stubs in the build. A replacement without import fails it. */
export function moduleStubsPlugin(): Plugin {
  const unused = new Set(replaced);
  return {
    name: 'module-stubs',
    apply: 'build',
    enforce: 'pre',
    resolveId(source) {
      const found = replaced.find(([imported]) => imported.test(source));
      if (!found) return null;
      unused.delete(found);
      return resolvePath(found[1]);
    },
    buildEnd(error) {
      const names = [...unused].map(([imported]) => imported.source).join(', ');
      if (!error && names) this.error(`module stubs without an import: ${names}`);
    },
  };
}
