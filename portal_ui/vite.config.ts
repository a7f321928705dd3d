import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { deferredEntryPlugin } from './deferredEntryPlugin.ts';
import { helpMarkdownPlugin } from './helpMarkdownPlugin.ts';
import { moduleStubsPlugin } from './moduleStubsPlugin.ts';
import { precompressPlugin } from './precompressPlugin.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const shellAndShared = new RegExp(
  [
    'src/app/Layout\\.tsx',
    'src/core/(ui/ExportButton\\.tsx|lists/rows\\.ts|routing/useNavigateIfCurrent\\.ts)',
    'src/core/ui/(StatusChip|UndoAction)\\.tsx',
    '@mui/material/(Checkbox|Chip|FormControlLabel|LinearProgress|ToggleButton)/.*',
    '@mui/icons-material/(ArrowForward|CheckCircle|EditOutlined|KeyboardArrow(Left|Right)|LockOutlined|SearchOff|Tune)\\..*',
    '@mui/material/internal/svg-icons/KeyboardArrow(Left|Right)\\..*',
    '@mui/utils/visuallyHidden/.*',
    'ra-core/dist/(core/(OptionalResourceContextProvider|useGetRecordRepresentation)|controller/record/OptionalRecordContextProvider)\\.js',
    'ra-core/dist/(dataProvider/useMutationWithMutationMode|form/groups/FormGroupsProvider)\\.js',
    'ra-core/dist/form/validation/getSimpleValidationResolver\\.js',
    'lodash/(_baseMerge|_createAssigner|pick)\\.js',
  ]
    .map((path) => `[\\\\/]${path.replaceAll('/', '[\\\\/]')}$`)
    .join('|'),
);

// The icons of files are those of a failed step and of the menu, too. Groups of choices and date pickers load with the
// pages that have them.
const savingAndShared =
  /src[\\/](core[\\/](forms|ui)|features[\\/]shipping)[\\/](?!resource[\\/]|inputs[\\/](choiceGroupInputs|pickerInput|DateInput|TimeInput|NewPasswordInput|TextsInput))|src[\\/]api[\\/](instruments|normalization)\.ts$|[\\/](Delete|Error)Outlined\.mjs$/;

export default defineConfig({
  root: here('.'),
  base: '/',
  plugins: [react(), helpMarkdownPlugin(), moduleStubsPlugin(), deferredEntryPlugin(), precompressPlugin()],
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
        // The name of a shared file would tell of all pages that share it.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        codeSplitting: {
          groups: [
            // What runs before all else, and needs no package.
            {
              name: 'entry',
              test: /src[\\/](entry|core[\\/]i18n[\\/]language|api[\\/](preloadCache|errors|initialRequests|http|session|storage))\.ts$/,
            },
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/ },
            // What the login needs comes in a few files, each run in a turn of its own (entry.ts); what the layout and a list
            // need besides in one: many small ones compress badly. All else is split by page.
            { name: 'mui', tags: ['$initial'], test: /node_modules[\\/](@mui|@emotion)[\\/]/ },
            { name: 'packages', tags: ['$initial'], test: /node_modules[\\/]/ },
            { name: 'theme', test: /src[\\/]theme[\\/]/ },
            { name: 'login', tags: ['$initial'] },
            // The layout, with the few things that lists and the pages of requests both have: those load none of the lists'
            // code (weight.spec.ts tells).
            { name: 'shell', test: shellAndShared },
            { name: 'list', test: /src[\\/]app[\\/]ResourceListPage\.tsx$/ },
            // What the pages of requests are made of: their upper part, which is painted first, and what most of their steps
            // need besides. On a slow line many small files cost more than the few lines that a page does not need.
            { name: 'saving', test: savingAndShared, minShareCount: 5 },
            {
              name: 'files',
              test: /src[\\/](core[\\/]files[\\/](AttachmentsButton|FileRow|Thumbnail|UploadedFileRow)|features[\\/]parts[\\/]PartLabel)\.tsx$/,
              minShareCount: 5,
            },
            { name: 'uploads', test: /src[\\/]core[\\/]files[\\/]/, minShareCount: 5 },
            {
              name: 'request',
              test: /src[\\/](core[\\/]process[\\/]ProcessPage\.tsx|features[\\/]\w+[\\/]process[\\/]\w+Updates\.ts)$/,
            },
            {
              name: 'steps',
              test: /src[\\/](core[\\/]process[\\/](?!ApprovalToggle)|features[\\/]repairs[\\/]process[\\/](unitRows|repairRows|useUnitName)\.)/,
              minShareCount: 4,
            },
            { name: 'creation', test: /src[\\/]core[\\/]creation[\\/]/, minShareCount: 2 },
            { name: 'tables', test: /src[\\/]core[\\/]tables[\\/]/, minShareCount: 6 },
            // Lists of units with their panel: the steps that enter days and couriers have none.
            {
              name: 'units',
              test: /src[\\/](core[\\/](process|tables)|features[\\/]repairs[\\/]process)[\\/]/,
              minShareCount: 4,
            },
            // What several pages share comes in few files: each costs its headers, and a turn on a slow line. Where the
            // threshold is higher, pages load more of what only others need than they save (weight.spec.ts tells).
            {
              name: 'shared',
              test: /portal_ui[\\/]src/,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 1_200,
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
    setupFiles: ['src/testing.ts'],
    testTimeout: 30_000,
    // Its own number leaves one core of two to itself, which has little to do.
    maxWorkers: 2,
    // Each file has its own globals and modules, in a thread that is kept: starting one anew for each took half the time.
    pool: 'vmThreads',
    // One that has grown larger makes room for another.
    vmMemoryLimit: '800MB',
  },
});
