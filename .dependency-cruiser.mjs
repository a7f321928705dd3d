const source = '^portal_ui/src';
const layer = (...names) => `${source}/(${names.join('|')})/`;
/** Application layer, which combines the features; no other layer imports it. */
const top = [`${source}/[^/]+$`, layer('app')];
const fromFeatures = (...names) => `${source}/features/(${names.join('|')})/`;
/** Features that all other features may import. */
const shared = fromFeatures('shipping', 'spectra', 'instruments', 'parts');
const isTest = '([.]test|/testing)[.]tsx?$';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circle',
      comment: 'Circular imports, also of types, couple files so that none can be changed or tested alone.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'api-is-lowest',
      comment: 'Exception: API requests use the language of the page.',
      severity: 'error',
      from: { path: layer('api'), pathNot: isTest },
      to: { path: [layer('theme', 'core', 'features'), ...top], pathNot: '/core/i18n/(language|useLanguage)[.]ts$' },
    },
    {
      name: 'theme-below-features',
      comment: 'Exception: the skip link of the layout uses focusMain.',
      severity: 'error',
      from: { path: layer('theme'), pathNot: isTest },
      to: { path: [layer('core', 'features'), ...top], pathNot: '/core/ui/focusMain[.]ts$' },
    },
    {
      name: 'core-below-features',
      comment: 'Exception: spectrum files of any request show their chart and suggestions.',
      severity: 'error',
      from: { path: layer('core'), pathNot: [isTest, '/core/files/(preview|AttachmentsButton|UploadedFileRow)[.]tsx$'] },
      to: { path: [layer('features'), ...top] },
    },
    {
      name: 'core-files-use-spectra-only',
      severity: 'error',
      from: { path: '/core/files/', pathNot: isTest },
      to: { path: [layer('features'), ...top], pathNot: fromFeatures('spectra') },
    },
    {
      name: 'features-below-app',
      severity: 'error',
      from: { path: layer('features'), pathNot: isTest },
      to: { path: top },
    },
    {
      name: 'features-apart',
      comment: 'Code shared by two features belongs to core or to a shared feature.',
      severity: 'error',
      from: { path: `${source}/features/([^/]+)/`, pathNot: [isTest, fromFeatures('publicPages', 'users'), '/features/repairs/new/'] },
      to: { path: layer('features'), pathNot: [`${source}/features/$1/`, shared] },
    },
    {
      name: 'login-and-users-apart',
      comment: 'Exception: login and account pages use two-factor authentication.',
      severity: 'error',
      from: { path: `${source}/features/(publicPages|users)/`, pathNot: isTest },
      to: { path: layer('features'), pathNot: [`${source}/features/$1/`, shared, fromFeatures('twoFactor')] },
    },
    {
      name: 'new-repairs-apart',
      comment: 'Exception: new repairs reuse the import steps to read units from a spreadsheet.',
      severity: 'error',
      from: { path: `${source}/features/repairs/new/`, pathNot: isTest },
      to: { path: layer('features'), pathNot: [fromFeatures('repairs', 'imports'), shared] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    includeOnly: source,
    tsConfig: { fileName: 'portal_ui/tsconfig.json' },
    tsPreCompilationDeps: true,
  },
};
