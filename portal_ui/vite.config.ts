import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { compressed } from './compressed';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('.'),
  base: '/',
  plugins: [react(), compressed()],
  server: {
    // The words lie beside this folder, in locale/.
    fs: { allow: [here('..')] },
    proxy: { '/api': process.env.PORTAL_URL ?? 'http://127.0.0.1:8000' },
  },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    target: 'es2022',
    // Nothing inline: the Content-Security-Policy allows files of this origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/ },
            // What most pages use comes in one file, not in thirty; what few use stays with them.
            {
              name: 'base',
              test: /node_modules[\\/](?!@mui[\\/]x-date-pickers|@mui[\\/]material[\\/](Tooltip|Popper|LinearProgress|Autocomplete|useAutocomplete|Chip|Switch|Alert|Tabs?|Dialog\w*|ListItem|ListItemText|ListItemSecondaryAction|ListSubheader)[\\/]|react-hook-form|@popperjs|dayjs|@tanstack[\\/](react-)?virtual)/,
              minShareCount: 24,
            },
          ],
        },
      },
    },
  },
  test: {
    // Tests that need a page say so in their first line.
    environment: 'node',
    // One react-admin and one router for all, as in the built portal.
    server: { deps: { inline: [/react-admin/, /\/ra-/, /react-router/] } },
    alias: [{ find: /^react-router-dom$/, replacement: 'react-router' }],
    include: ['src/**/*.test.{ts,tsx}'],
  },
});
