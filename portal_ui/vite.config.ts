import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { helpMarkdownPlugin } from './helpMarkdownPlugin.ts';
import { moduleStubsPlugin } from './moduleStubsPlugin.ts';
import { precompressPlugin } from './precompressPlugin.ts';

const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const shellAndShared = new RegExp(
  [
    'src/app/Layout\\.tsx',
    'src/core/(ui/ExportButton\\.tsx|lists/rows\\.ts|routing/(BackToListButton\\.tsx|(useNavigateIfCurrent|parseRecordId)\\.ts))',
    'src/core/ui/((DateTime|StatusChip|UndoAction)\\.tsx|useIsNarrow\\.ts)',
    '@mui/material/(Checkbox|Chip|FormControlLabel|LinearProgress|ToggleButton)/.*',
    '@mui/icons-material/(Arrow(Back|Forward)|CheckCircle|ChevronRight|EditOutlined|FileUploadOutlined|KeyboardArrow(Left|Right)|LockOutlined|SearchOff|Tune)\\..*',
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

// The icons of file rows are also used by failed steps and the menu. Choice groups and date pickers load with the pages
// that use them.
const savingAndShared =
  /src[\\/](core[\\/](forms|ui)|features[\\/]shipping)[\\/](?!resource[\\/]|inputs[\\/](choiceGroupInputs|pickerInput|DateInput|TimeInput|NewPasswordInput|TextsInput))|src[\\/](api[\\/](instruments|normalization)|core[\\/]i18n[\\/]newYorkTime)\.ts$|[\\/](Delete|Error)Outlined\.mjs$/;

export default defineConfig({
  root: resolvePath('.'),
  base: '/',
  plugins: [react(), helpMarkdownPlugin(), moduleStubsPlugin(), precompressPlugin()],
  server: {
    // Messages are outside of this folder, in locale/.
    fs: { allow: [resolvePath('..')] },
    proxy: { '/api': process.env.PORTAL_URL ?? 'http://127.0.0.1:8000' },
  },
  build: {
    outDir: resolvePath('dist'),
    emptyOutDir: true,
    target: 'es2022',
    // The Content-Security-Policy allows files of this origin only, no inline assets.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The default name of a shared chunk lists all pages that use it.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        codeSplitting: {
          groups: [
            // Login page, layout and list have few chunks, as many small ones compress badly. The rest is split by page.
            { name: 'mui', tags: ['$initial'], test: /node_modules[\\/](@mui|@emotion)[\\/]/ },
            { name: 'packages', tags: ['$initial'], test: /node_modules[\\/]/ },
            { name: 'login', tags: ['$initial'] },
            // The layout, with modules shared by lists and request pages, so that request pages load no list code
            // (bundleSize.spec.ts).
            { name: 'shell', test: shellAndShared },
            { name: 'list', test: /src[\\/]app[\\/]ResourceListPage\.tsx$/ },
            // Request pages: their upper part, which is painted first, and modules of most steps. On a slow connection
            // many small chunks cost more than a little unused code.
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
            // Lists of units with their panel; steps for dates and couriers have none.
            {
              name: 'units',
              test: /src[\\/](core[\\/](process|tables)|features[\\/]repairs[\\/]process)[\\/]/,
              minShareCount: 4,
            },
            // Few shared chunks, as each costs headers and a round trip. With a higher threshold pages load more unused
            // code than they save (bundleSize.spec.ts).
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
    // Tests that need a DOM select jsdom in their first line.
    environment: 'node',
    // One copy of react-admin and the router, as in the build.
    server: { deps: { inline: [/react-admin/, /\/ra-/, /react-router/] } },
    alias: [{ find: /^react-router-dom$/, replacement: 'react-router' }],
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing.ts'],
    testTimeout: 30_000,
    // The default reserves one of two cores for the main process, which is mostly idle.
    maxWorkers: 2,
    // Each file has separate globals and modules in a reused thread; starting threads took half the time.
    pool: 'vmThreads',
    // A worker with more memory is replaced.
    vmMemoryLimit: '800MB',
  },
});
